import { escapeHtml } from '../../kernel/escape-html.ts'

/** Markup; only `html` makes it, so whatever is not markup is escaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | readonly Html[]

/** Markup of a template; texts in it are escaped. */
export const html = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(pieces.reduce((out, piece, i) => `${out}${markupOf(parts[i - 1] ?? '')}${piece}`))

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map((one) => one.markup).join('')
  return escapeHtml(String(part))
}
