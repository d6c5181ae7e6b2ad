import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { firstFrame } from '../parts/frame.ts'
import type { HandlebarsOptions } from './options.ts'
import { parseTemplate } from './parse.ts'
import { renderTemplate } from './render.ts'

/** The rows in a template of the chart's own. Throws for one that cannot be read. */
export function drawHandlebars(options: HandlebarsOptions, frames: readonly Frame[], { locale }: DrawContext): Drawing {
  const frame = firstFrame(frames)
  const data = Array.from({ length: frame.rowCount }, (_, row) =>
    Object.fromEntries(frame.names.map((name, at) => [name, frame.columns[at]?.[row] ?? null])),
  )
  const { html, isWhole } = renderTemplate(parseTemplate(options.template ?? ''), { data }, locale)
  return { kind: 'markup', html, isWhole, summary: `Template over ${frame.rowCount} rows.` }
}
