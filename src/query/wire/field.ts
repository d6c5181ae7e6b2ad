import { z } from 'zod'

/** The text for a value of the wrong kind: missing and null have texts of their own. */
export const wrong = (text: string) => (issue: { readonly input?: unknown }) => {
  if (issue.input === undefined) return 'Missing data for required field.'
  return issue.input === null ? 'Field may not be null.' : text
}

export const text = z.string({ error: wrong('Not a valid string.') })
export const list = <Item extends z.ZodType>(item: Item) => z.array(item, { error: wrong('Not a valid list.') })
export const record = z.record(z.string(), z.unknown(), { error: wrong('Not a valid mapping type.') })
export const oneOf = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  listed = values.join(', '),
) => z.enum(values, { error: wrong(`Must be one of: ${listed}.`) })

/** Absent and null mean the same on most fields. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish()

const BOOLEAN_WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  yes: true,
  y: true,
  on: true,
  '1': true,
  false: false,
  f: false,
  no: false,
  n: false,
  off: false,
  '0': false,
}

/** A boolean, or a word or number that older clients write for one. */
export const flag = z
  .union([z.boolean(), z.string(), z.number()], { error: wrong('Not a valid boolean.') })
  .refine((value) => readFlag(value) !== null, { error: 'Not a valid boolean.' })
/** Reads a value that `flag` accepted; null for one that it refuses. */
export function readFlag(value: unknown): boolean | null {
  return BOOLEAN_WORDS[String(value).toLowerCase()] ?? null
}

/** A whole number; a fraction is cut and a text of digits is read, as older clients send them. */
export const wholeNumber = (minimum: number, tooSmall: string) =>
  z
    .union([z.number(), z.string()], { error: wrong('Not a valid integer.') })
    .refine((value) => readWholeNumber(value) !== null, { error: 'Not a valid integer.' })
    .refine((value) => (readWholeNumber(value) ?? minimum) >= minimum, { error: tooSmall })

/** Reads a value that `wholeNumber` accepted; null for one that it refuses. */
export function readWholeNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) : null
  return typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value) ? Number(value) : null
}
