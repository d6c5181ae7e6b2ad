import type { ResultColumn } from '../../engines/driver.ts'
import { eachCell } from '../../gateway/row-bytes.server.ts'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import { structCell, structFields, structValues } from './struct-text.ts'

/** A result with a column for every field of a struct behind the struct itself. */
export interface ExpandedResult {
  readonly columns: readonly ResultColumn[]
  /** The columns that were added. */
  readonly added: readonly ResultColumn[]
  /** `[1,"x"],[2,"y"]` with the cells of all columns. */
  readonly rows: Uint8Array
}

/** A column of the expanded result: which stored column it is read from, and through which fields. */
interface Source {
  readonly column: ResultColumn
  readonly from: number
  readonly path: readonly string[]
}

/** Adds the fields of structs, at any depth, as columns named `struct.field`; null when no column is a struct. */
export function expandStructs(columns: readonly ResultColumn[], rows: Uint8Array): ExpandedResult | null {
  const taken = new Set(columns.map(({ name }) => name))
  const sources = columns.flatMap((column, from): Source[] => [
    { column, from, path: [] },
    ...fieldSources(column, from, []).filter((source) => !taken.has(source.column.name)),
  ])
  if (sources.length === columns.length) return null
  return {
    columns: sources.map(({ column }) => column),
    added: sources.filter(({ path }) => path.length > 0).map(({ column }) => column),
    rows: expandedRows(sources, columns.length, rows),
  }
}

function fieldSources({ name, type }: ResultColumn, from: number, path: readonly string[]): Source[] {
  return (structFields(type ?? '') ?? []).flatMap((field) => {
    const column = { name: `${name}.${field.name}`, type: field.type, generic: genericOf(field.type) }
    const inner = [...path, field.name]
    return [{ column, from, path: inner }, ...fieldSources(column, from, inner)]
  })
}

const KINDS: readonly (readonly [RegExp, GenericType])[] = [
  [/^(U?(TINY|SMALL|BIG|HUGE)?INT|U?INT\d|INTEGER|DECIMAL|NUMERIC|DOUBLE|B?FLOAT|REAL)/i, GENERIC.number],
  [/^(DATE|TIME)/i, GENERIC.time],
  [/^BOOL/i, GENERIC.boolean],
]
const genericOf = (type: string): GenericType => KINDS.find(([kind]) => kind.test(type))?.[1] ?? GENERIC.text

function expandedRows(sources: readonly Source[], width: number, rows: Uint8Array): Uint8Array {
  const lines: string[] = []
  let cells: string[] = []
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)
  eachCell(rows, (_row, column, from, to) => {
    cells[column] = bytes.toString('utf8', from, to)
    if (column < width - 1) return
    lines.push(`[${sources.map((source) => cellOf(source, cells)).join(',')}]`)
    cells = []
  })
  return Buffer.from(lines.join(','))
}

function cellOf({ from, path }: Source, cells: readonly string[]): string {
  const cell = cells[from] ?? 'null'
  if (path.length === 0) return cell
  let value: string | undefined = textOf(cell)
  for (const field of path) value = value === undefined ? undefined : structValues(value)?.get(field)
  return value === undefined ? 'null' : structCell(value)
}

/** Structs are stored as JSON texts of their text. */
const textOf = (cell: string): string | undefined => {
  const value: unknown = JSON.parse(cell)
  return typeof value === 'string' ? value : undefined
}
