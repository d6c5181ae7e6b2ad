/** A list of names; one name stands for a list of one. */
export function texts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' ? [value] : []
}

/** An object of texts, such as `{source: target}`. */
export function mapping(value: unknown): Readonly<Record<string, string | null>> {
  const entries = Object.entries((typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>)
  return Object.fromEntries(entries.map(([key, item]) => [key, item === null ? null : String(item)]))
}

export const numberOr = <Else>(value: unknown, otherwise: Else): number | Else =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise
