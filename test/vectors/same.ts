const TOLERANCE = 1e-9

/** Numbers that JSON lacks are written as `{"$number": "NaN"}` in the vectors. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  if ('$number' in value) return Number(value.$number)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}

/** Equal, numbers within a relative tolerance; keys in any order. */
export function same(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return sameNumber(a, b)
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i]))
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null || Array.isArray(b)) return a === b
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => key in right && same(left[key], right[key]))
}

function sameNumber(a: number, b: number): boolean {
  if (Object.is(a, b) || a === b) return true
  return Math.abs(a - b) <= TOLERANCE * Math.max(1e-12, Math.abs(a), Math.abs(b))
}
