/** A field of a struct: its name and its type text. */
export interface StructField {
  readonly name: string
  readonly type: string
}

const STRUCT = /^(?:STRUCT|ROW|TUPLE)\s*\(([\s\S]*)\)$/i
const FIELD = /^(?:"((?:[^"]|"")*)"|`([^`]*)`|([A-Za-z_]\w*))\s+([\s\S]+)$/

/** The fields of a type such as `STRUCT(a INTEGER, "b c" VARCHAR)`; null for a type that has no named fields. */
export function structFields(type: string): readonly StructField[] | null {
  const inner = STRUCT.exec(type.trim())?.[1]
  const parts = inner === undefined ? null : splitParts(inner)
  if (parts === null) return null
  const fields = parts.map((part) => {
    const [, quoted, ticked, word, fieldType = ''] = FIELD.exec(part) ?? []
    const name = quoted?.replaceAll('""', '"') ?? ticked ?? word
    return name === undefined ? null : { name, type: fieldType }
  })
  return fields.every((field) => field !== null) ? fields : null
}

/**
 * The values of a struct by field, from its text as the engines write it for the editor: `{'a': 1, 'b': None}` or
 * `{"a": 1, "b": null}`. The values are texts of the same kind. Null for what is no such text.
 */
export function structValues(text: string): ReadonlyMap<string, string> | null {
  const inner = /^\{([\s\S]*)\}$/.exec(text.trim())?.[1]
  const parts = inner === undefined ? null : splitParts(inner)
  if (parts === null) return null
  const values = new Map<string, string>()
  for (const part of parts) {
    const key = QUOTED.exec(part)?.[0]
    const rest = key === undefined ? '' : part.slice(key.length).trimStart()
    if (key === undefined || !rest.startsWith(':')) return null
    values.set(unquoted(key), rest.slice(1).trim())
  }
  return values
}

const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/
const WORDS: Readonly<Record<string, string>> = { True: 'true', true: 'true', False: 'false', false: 'false' }

/** A value of a struct as a JSON cell of the editor: integers that JavaScript cannot hold and nested values as texts. */
export function structCell(text: string): string {
  if (QUOTED.exec(text)?.[0] === text) return JSON.stringify(unquoted(text))
  if (/^[[{]/.test(text)) return JSON.stringify(text)
  if (!NUMBER.test(text)) return WORDS[text] ?? 'null'
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text)) ? `"${text}"` : text
}

const QUOTED = /^(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/s
const ENDS: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 }

function unquoted(text: string): string {
  return text.startsWith('"') ? (JSON.parse(text) as string) : text.slice(1, -1).replace(/\\(.)/gs, '$1')
}

/** The parts between commas that lie in no bracket and no quotes; null where brackets do not match. */
function splitParts(text: string): readonly string[] | null {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: mark, index } of text.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|[()[\]{},]/gs)) {
    depth += ENDS[mark] ?? 0
    if (depth < 0) return null
    if (mark !== ',' || depth > 0) continue
    parts.push(text.slice(from, index).trim())
    from = index + 1
  }
  const last = text.slice(from).trim()
  return last === '' ? parts : [...parts, last]
}
