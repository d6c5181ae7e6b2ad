/** A digit sequence that a JavaScript number may not hold exactly. */
const LONG_NUMBER = /\d[\d.]{14,}/
const MAX_EXACT_DIGITS = 15

/**
 * Parses JSON without losing a digit: a number that JavaScript would write otherwise becomes its text. Text without
 * long digit sequences takes the fast path.
 */
export function parseExact(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && String(value) !== source ? source : value
}

/** A whole number for people: a text where a JavaScript number could not hold it. */
export const wholeForEditor = (digits: string) =>
  digits.length <= MAX_EXACT_DIGITS || Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`

/** A floating-point number, also as the texts that engines have for it; what JSON has no number for is null. */
export function floatJson(value: unknown): string {
  const number = Number(value)
  return Number.isFinite(number) ? String(number) : 'null'
}
