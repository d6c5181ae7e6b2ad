import { type ChartTokens, FONT } from './tokens.ts'

const CHARACTER_WIDTH = 6.2

export const labelStyle = (tokens: ChartTokens) => ({ color: tokens.label, fontSize: 11, fontFamily: FONT })

/** Width of a text of 11 px, near enough to leave room for it. */
export const textWidth = (text: string) => Math.ceil(text.length * CHARACTER_WIDTH)

/** A line of 11 px text in a label; without a height of their own two lines would overlap. */
export const LINE_PX = 14
const LABEL_MARGIN = 8

/** What the labels below a plot take of its height, on one line. */
export const AXIS_LABELS_HEIGHT = LABEL_MARGIN + LINE_PX

const axisBase = (tokens: ChartTokens) => ({
  axisLine: { show: false, lineStyle: { color: tokens.axis, width: 1 } },
  axisTick: { show: false, lineStyle: { color: tokens.axis }, length: 4 },
  splitLine: { show: false, lineStyle: { color: tokens.grid, width: 1 } },
  axisLabel: { ...labelStyle(tokens), margin: LABEL_MARGIN, hideOverlap: true },
})

export function valueAxis(tokens: ChartTokens, write: (value: number) => string, more: Record<string, unknown> = {}) {
  const base = axisBase(tokens)
  return {
    ...base,
    type: 'value',
    splitNumber: 4,
    splitLine: { ...base.splitLine, show: true },
    axisLabel: { ...base.axisLabel, formatter: write },
    ...more,
  }
}

export function categoryAxis(tokens: ChartTokens, data: readonly string[], labels: Record<string, unknown> = {}) {
  const base = axisBase(tokens)
  return {
    ...base,
    type: 'category',
    data,
    axisLine: { ...base.axisLine, show: true },
    axisLabel: { ...base.axisLabel, ...labels },
  }
}

export function timeAxis(tokens: ChartTokens, write: (value: number) => string) {
  const base = axisBase(tokens)
  return {
    ...base,
    type: 'time',
    axisLine: { ...base.axisLine, show: true },
    axisTick: { ...base.axisTick, show: true },
    axisLabel: { ...base.axisLabel, formatter: write },
  }
}

/** Area of the plot; axis labels stay inside the canvas. */
export const plotArea = (area: {
  readonly top?: number
  readonly right?: number
  readonly bottom?: number
  readonly left?: number
}) => ({
  left: 0,
  right: 8,
  top: 10,
  bottom: 4,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
  ...area,
})
