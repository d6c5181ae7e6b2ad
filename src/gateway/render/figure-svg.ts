import type { FigureDrawing } from '../../charts/chart.ts'
import { sparkPaths } from '../../charts/parts/spark.ts'
import { fitted, type Pen, type Size, textAt } from './svg.ts'

const MOST_PX = 64
const LEAST_PX = 14
const ARROWS = { up: '↗', down: '↘', flat: '→' } as const

/** One number, what it changed by, and how it came about. */
export function figureSvg({ tokens, measure }: Pen, figure: FigureDrawing, { width, height }: Size): string {
  const room = figure.trend ? width * 0.6 : width
  const wide = measure(figure.value, 100, true)
  const size = Math.max(LEAST_PX, Math.min(MOST_PX, height * 0.34, (room / Math.max(1, wide)) * 100))
  const change = figure.change && `${ARROWS[figure.change.direction]} ${figure.change.text}`
  const notes = [
    { text: change, color: figure.change?.color ?? tokens.text2 },
    { text: figure.subtitle, color: tokens.text2 },
  ].flatMap(({ text, color }) => (text === null ? [] : [{ text, style: { size: 12, color } }]))
  const top = Math.max(0, (height - size * 1.2 - notes.length * 18) / 2)
  const style = { size: Math.round(size), isBold: true, color: tokens.text } as const
  return [
    textAt(fitted(measure, figure.value, room, style), 0, top + size * 0.95, style),
    ...notes.map((note, i) =>
      textAt(fitted(measure, note.text, room, note.style), 0, top + size * 1.2 + 14 + i * 18, note.style),
    ),
    figure.trend ? sparkSvg(figure.trend, figure.color, { width: width - room - 16, height, x: room + 16 }) : '',
  ].join('')
}

/** A small line without an axis, in the middle of a box. */
export function sparkSvg(
  trend: readonly (number | null)[],
  color: string,
  { width, height, x, y = 0 }: Size & { readonly x: number; readonly y?: number },
): string {
  const { line, area } = sparkPaths(trend)
  const tall = Math.min(height, 96)
  const scale = `translate(${x} ${y + (height - tall) / 2}) scale(${width / 100} ${tall / 40})`
  const stroke = `stroke-width="${150 / Math.max(60, width)}" stroke-linejoin="round" fill="none"`
  return `<g transform="${scale}"><path d="${area}" fill="${color}" fill-opacity="0.12"/><path d="${line}" stroke="${color}" ${stroke}/></g>`
}
