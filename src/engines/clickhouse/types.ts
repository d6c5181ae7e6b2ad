/** A type in parts: `Map(String, Array(UInt64))`. */
export interface ClickhouseType {
  readonly name: string
  /** Types inside a container, else empty. */
  readonly inner: readonly ClickhouseType[]
  /** Names of the fields of a Tuple or Nested, null for one without names. */
  readonly fields: readonly string[] | null
  /** The text in the brackets, for types with other arguments. */
  readonly args: string
}

const WRAPPERS = new Set(['Nullable', 'LowCardinality'])
const CONTAINERS = new Set(['Array', 'Map', 'Tuple', 'Nested'])

/** Reads a type text. What wraps a type without changing its values is left out. */
export function parseType(text: string): ClickhouseType {
  const match = /^(\w+)(?:\(([\s\S]*)\))?$/.exec(text.trim())
  const name = match?.[1] ?? text
  const args = match?.[2] ?? ''
  if (WRAPPERS.has(name)) return parseType(args)
  if (name === 'SimpleAggregateFunction') return parseType(splitTypes(args)[1] ?? '')
  if (!CONTAINERS.has(name)) return { name, inner: [], fields: null, args }
  const parts = splitTypes(args).map(fieldOf)
  const isNamed = parts.length > 0 && parts.every(([field]) => field !== null)
  const fields = isNamed ? parts.map(([field]) => field ?? '') : null
  return { name, inner: parts.map(([, type]) => parseType(type)), fields, args }
}

/** `a UInt8` or `` `a b` UInt8 `` of a Tuple; a bare type has no name. */
function fieldOf(text: string): readonly [name: string | null, type: string] {
  const match = /^(?:`((?:[^`\\]|\\.)*)`|([A-Za-z_]\w*))\s+([\s\S]+)$/.exec(text)
  return match ? [match[1] ?? match[2] ?? null, match[3] ?? ''] : [null, text]
}

/** The parts between commas that lie in no bracket and no quotes. */
function splitTypes(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: token, index } of text.matchAll(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[(),]/g)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (token === ',' && depth === 0) {
      parts.push(text.slice(from, index).trim())
      from = index + 1
    }
  }
  const last = text.slice(from).trim()
  return last === '' ? parts : [...parts, last]
}
