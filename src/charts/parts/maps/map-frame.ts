import { LINE_PX, labelStyle, textWidth } from '../axis.ts'
import type { ChartTokens } from '../tokens.ts'
import { writing } from '../writing.ts'
import type { Box } from './fit.ts'

const NOTE_PX = LINE_PX + 8

/** Where on a picture the map itself is. */
export interface MapArea extends Box {
  readonly top: number
  readonly bottom: number
}

export function mapArea({ width, height }: Box, top: number, hasNote: boolean): MapArea {
  const bottom = hasNote ? NOTE_PX : 0
  return { top, bottom, width, height: Math.max(20, height - top - bottom) }
}

/** Pixels as a plot without axes, so that it can be zoomed and moved as one; a wheel turns it with a key only. */
export function mapFrame({ top, bottom, width, height }: MapArea, isZoomable: boolean) {
  const axis = { type: 'value', show: false, min: 0 }
  const zoom = { type: 'inside', filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, minSpan: 2 }
  return {
    grid: { left: 0, right: 0, top, bottom, outerBoundsMode: 'none' },
    xAxis: { ...axis, max: width },
    yAxis: { ...axis, max: height, inverse: true },
    ...(isZoomable
      ? {
          dataZoom: [
            { ...zoom, xAxisIndex: 0 },
            { ...zoom, yAxisIndex: 0 },
          ],
        }
      : {}),
  }
}

const SHOWN_NAMES = 20

/** What the rows name that the map does not have, as long as there is room for it. */
export function unplacedNote(unplaced: readonly string[], width: number, tokens: ChartTokens) {
  if (unplaced.length === 0) return { show: false }
  return noteAt(
    noteText(unplaced, (text) => textWidth(text) <= width - 8),
    tokens,
  )
}

const noteAt = (text: string, tokens: ChartTokens) => ({
  show: true,
  text,
  left: 0,
  bottom: 4,
  padding: [0, 4],
  textStyle: { ...labelStyle(tokens), fontWeight: 'normal' },
})

/** The same in full, for who reads what the picture shows. */
export const unplacedWords = (unplaced: readonly string[]): string =>
  unplaced.length === 0 ? '' : ` Not on the map: ${listed(unplaced, SHOWN_NAMES)}.`

function noteText(unplaced: readonly string[], fits: (text: string) => boolean): string {
  const whole = (count: number) => `${writing().word('Not on the map')}: ${listed(unplaced, count)}`
  for (let count = Math.min(unplaced.length, SHOWN_NAMES); count > 1; count -= 1)
    if (fits(whole(count))) return whole(count)
  return fits(whole(1)) ? whole(1) : `${writing().word('Not on the map')}: ${unplaced.length}`
}

const listed = (names: readonly string[], count: number): string =>
  names.length <= count
    ? names.join(', ')
    : [...names.slice(0, count), writing().others(names.length - count)].join(', ')

/** How many rows have no place on the globe. */
export function leftNote(left: number, tokens: ChartTokens) {
  if (left === 0) return { show: false }
  return noteAt(`${writing().word('Rows without a place')}: ${left}`, tokens)
}
