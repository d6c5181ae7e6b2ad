import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { firstFrame, isTemporal } from '../parts/frame.ts'
import type { HandlebarsOptions } from './options.ts'
import { parseTemplate } from './parse.ts'
import { renderTemplate } from './render.ts'

/** The rows in a template of the chart's own. Throws for one that cannot be read. */
export function drawHandlebars(options: HandlebarsOptions, frames: readonly Frame[], { locale }: DrawContext): Drawing {
  const frame = firstFrame(frames)
  const data = rowsOf(frame)
  const { html, isWhole } = renderTemplate(parseTemplate(options.template ?? ''), { data }, locale)
  return { kind: 'markup', html, isWhole, summary: `Template over ${frame.rowCount} rows.` }
}

/** Rows by the names of their columns; times are dates, so that they are written as such. */
function rowsOf(frame: Frame): readonly Readonly<Record<string, unknown>>[] {
  const cell = (at: number, row: number) => {
    const value = frame.columns[at]?.[row] ?? null
    if (typeof value !== 'number' || !isTemporal(frame, at)) return value
    const date = new Date(value)
    return Number.isNaN(date.getTime()) ? value : date
  }
  return Array.from({ length: frame.rowCount }, (_, row) =>
    Object.fromEntries(frame.names.map((name, at) => [name, cell(at, row)])),
  )
}
