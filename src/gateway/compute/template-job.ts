import { DIALECTS } from '../../engines/dialects.ts'
import {
  type RenderedTemplate,
  type TemplateContext,
  type TemplateNeed,
  UnmetNeed,
} from '../../query/template/context.ts'
import { renderTemplate } from '../../query/template/render-template.ts'
import { TemplateError } from '../../query/template/value.ts'

/** A template and all that it may know, as data. */
export interface TemplateJob extends Omit<TemplateContext, 'dialect' | 'columnType' | 'find'> {
  readonly template: string
  readonly dialectId: string
  /** Types of the dataset's columns, empty where a column has none. */
  readonly columnTypes: ReadonlyMap<string, string>
  /** Texts that were looked up, by the JSON of what asked for them; null where there is no such thing. */
  readonly found: ReadonlyMap<string, string | null>
}

/** The text, or what has to be looked up before the template can be rendered. */
export type TemplateAnswer = RenderedTemplate | { readonly need: TemplateNeed }

/** Renders a template from data alone. Throws TemplateError with a text for the user. */
export function makeText({ template, dialectId, columnTypes, found, ...known }: TemplateJob): TemplateAnswer {
  const dialect = DIALECTS.find(({ id }) => id === dialectId)
  if (!dialect) throw new Error(`there is no dialect ${dialectId}`)
  try {
    return renderTemplate(template, {
      ...known,
      dialect,
      columnType: (name) => columnTypes.get(name) || null,
      find: (need) => found.get(JSON.stringify(need)),
    })
  } catch (cause) {
    if (cause instanceof UnmetNeed) return { need: cause.need }
    // The only error of this kind that data can cause: a value that holds itself, or one nested without end.
    if (cause instanceof RangeError) throw new TemplateError('The template is nested too deep.')
    throw cause
  }
}
