import { z } from 'zod'

/** Field types of the resources' bodies, with the words that clients of the dialect know. */
const REQUIRED = 'Missing data for required field.'
const words =
  (text: string) =>
  ({ input }: { readonly input?: unknown }) => {
    if (input === undefined) return REQUIRED
    return input === null ? 'Field may not be null.' : text
  }

export const text = () => z.string({ error: words('Not a valid string.') })
/** A whole number, also as its digits in a text. */
export const integer = () =>
  z.preprocess(
    (value) => (typeof value === 'string' && WHOLE.test(value) ? Number(value) : value),
    z.int({ error: words('Not a valid integer.') }),
  )
const WHOLE = /^\s*[+-]?\d{1,15}\s*$/

/** A truth value, also as 0 or 1 or one of the words for it. */
export const flag = () =>
  z.preprocess((value) => WORDS.get(value) ?? value, z.boolean({ error: words('Not a valid boolean.') }))
const WORDS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[1, '1', ...spelled('true', 't', 'yes', 'y', 'on')].map((word) => [word, true] as const),
  ...[0, '0', ...spelled('false', 'f', 'no', 'n', 'off')].map((word) => [word, false] as const),
])
function spelled(...words: readonly string[]): string[] {
  return words.flatMap((word) => [word, word.toUpperCase(), `${word.charAt(0).toUpperCase()}${word.slice(1)}`])
}
export const list = <T extends z.ZodType>(item: T) => z.array(item, { error: words('Not a valid list.') })
export const lengthBetween = (from: number, to: number) =>
  text().refine((value) => value.length >= from && value.length <= to, `Length must be between ${from} and ${to}.`)
/** JSON as text. */
export const jsonText = () =>
  text().refine((value) => {
    try {
      if (value !== '') JSON.parse(value)
      return true
    } catch {
      return false
    }
  }, 'JSON not valid')
/** The id of an object as its maker chose it. */
export const uuid = () => z.uuid({ error: words('Not a valid UUID.') })
/** Every field may be missing or null. */
export const maybe = <T extends z.ZodType>(type: T) => type.nullable().optional()
