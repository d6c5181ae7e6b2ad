import { asText, field, listOf, type Reader } from './form-options.ts'

/** A column and whether the first come first, saved as the text of a JSON list. */
type Order = readonly [column: string, isAscending: boolean]

const asOrder: Reader<Order> = (value) => {
  const text = asText(value)
  if (text === undefined) return undefined
  try {
    const saved: unknown = JSON.parse(text)
    if (!Array.isArray(saved) || typeof saved[0] !== 'string') return undefined
    return [saved[0], saved[1] !== false]
  } catch {
    return undefined
  }
}

export const savedOrders = (wire: string) => field<readonly Order[]>(wire, listOf(asOrder), [])
