/** True for values that mean the same: keys in any order, nothing and empty alike, names of placed charts left out. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || canonical(one) === canonical(other)
}

const canonical = (value: unknown): string => JSON.stringify(ordered(value)) ?? ''

function ordered(value: unknown): unknown {
  if (value === null || value === '' || value === undefined) return null
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([key, inner]) => key !== 'sliceName' && !isEmpty(inner))
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => a.localeCompare(b)).map(([key, inner]) => [key, ordered(inner)]),
  )
}

const isEmpty = (value: unknown) => value == null || value === '' || (Array.isArray(value) && value.length === 0)
