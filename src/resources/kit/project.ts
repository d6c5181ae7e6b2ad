type Json = Record<string, unknown>

/** Keeps the dotted columns of a record: `changed_by.first_name` inside an object, `owners.id` in each of a list. */
export function project(record: Json, columns: readonly string[]): Json {
  const out: Json = {}
  for (const column of columns) {
    const [head = '', ...rest] = column.split('.')
    if (!(head in record)) continue
    out[head] = rest.length === 0 ? record[head] : inner(record[head], rest.join('.'), out[head])
  }
  return out
}

function inner(value: unknown, path: string, have: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown, i) => inner(item, path, Array.isArray(have) ? have[i] : undefined))
  if (typeof value !== 'object' || value === null) return value ?? null
  return { ...(have as Json | undefined), ...project(value as Json, [path]) }
}

/** `changed_by.first_name` -> `Changed By First Name`. */
const labelOf = (column: string) =>
  column
    .split(/[._]/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** A field of a form as `_info` tells it. */
export const formColumn = (name: string, { type = 'String', required = false, unique = false } = {}) => ({
  name,
  label: labelOf(name),
  description: '',
  required,
  unique,
  type,
})

export const labelsOf = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, labelOf(column)]))

const STEPS: readonly (readonly [seconds: number, one: string, many: string])[] = [
  [31_536_000, 'a year', 'years'],
  [2_592_000, 'a month', 'months'],
  [86_400, 'a day', 'days'],
  [3_600, 'an hour', 'hours'],
  [60, 'a minute', 'minutes'],
  [1, 'a second', 'seconds'],
]

/** How long ago an instant was, in words: `2 hours ago`, `now`. */
export function humanized(instant: string | null, now: Date): string {
  if (instant === null) return ''
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(instant)) / 1000))
  const step = STEPS.find(([size]) => seconds >= size)
  if (!step) return 'now'
  const count = Math.floor(seconds / step[0])
  return `${count === 1 ? step[1] : `${count} ${step[2]}`} ago`
}

/** An instant as the lists of the dialect write it: no zone, UTC. */
export const wireInstant = (instant: string | null) => (instant === null ? null : instant.replace('Z', ''))
