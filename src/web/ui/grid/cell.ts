import { localeTag } from '../text.ts'

/** One value of a result as it came from the server; integers beyond 2^53 and decimals are texts. */
export type Cell = string | number | boolean | null | readonly unknown[] | { readonly [key: string]: unknown }
export type Row = readonly Cell[]
export type ColumnKind = 'number' | 'text' | 'time' | 'boolean' | 'other'

export interface GridColumn {
  readonly name: string
  /** The engine's type name, null when it is not known. */
  readonly type: string | null
  readonly kind: ColumnKind
  /** Counts per bucket, drawn in the header. */
  readonly histogram?: readonly number[]
}

const FRACTIONAL = /float|double|decimal|numeric|real|number/i
const IDENTIFIER = /(^|_)(id|key|year|code|zip|zipcode|postcode|phone|uuid)$/i
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/g
const NUMBER_TEXT = /^([+-]?)(\d+)(\.\d+)?$/

/** The short sign of a column's type: 12 whole number, .0 fraction, ab text, DT time, TF boolean. */
export function typeSign(column: Pick<GridColumn, 'kind' | 'type'>): string {
  switch (column.kind) {
    case 'number':
      return column.type !== null && FRACTIONAL.test(column.type) ? '.0' : '12'
    case 'time':
      return 'DT'
    case 'boolean':
      return 'TF'
    case 'other':
      return '{}'
    case 'text':
      return 'ab'
  }
}

/** The value exactly, as it is copied and compared; null is the empty text. */
export function rawText(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

/** The value as the grid shows it: numbers in groups of three digits, times without the letter T, line breaks as signs. */
export function shownText(cell: Cell, column: GridColumn): string {
  const text = rawText(cell)
  if (column.kind === 'number' && !IDENTIFIER.test(column.name)) return groupDigits(text)
  if (column.kind === 'time') return text.replace(/^(\d{4,}-\d\d-\d\d)T/, '$1 ').replace(/(:\d\d)\.0+$/, '$1')
  return text.replace(LINE_BREAK, '↵')
}

/** '1234567.5' becomes '1,234,567.5', with the signs of the language; a text that is no plain number stays. */
export function groupDigits(text: string, language = localeTag()): string {
  const parts = NUMBER_TEXT.exec(text)
  if (parts === null) return text
  const { group, decimal } = signsOf(language)
  const whole = (parts[2] ?? '').replace(/\B(?=(\d{3})+$)/g, group)
  return `${parts[1] === '-' ? '−' : ''}${whole}${parts[3]?.replace('.', decimal) ?? ''}`
}

interface Signs {
  readonly group: string
  readonly decimal: string
}

const signs = new Map<string, Signs>()

function signsOf(language: string): Signs {
  const known = signs.get(language)
  if (known) return known
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5)
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const made = { group: signOf('group'), decimal: signOf('decimal') }
  signs.set(language, made)
  return made
}
