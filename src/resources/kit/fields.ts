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
export const integer = () => z.int({ error: words('Not a valid integer.') })
export const flag = () => z.boolean({ error: words('Not a valid boolean.') })
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
/** Every field may be missing or null. */
export const maybe = <T extends z.ZodType>(type: T) => type.nullable().optional()
