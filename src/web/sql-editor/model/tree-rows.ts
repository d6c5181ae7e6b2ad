import type { TableColumn } from './state.ts'

type TreeNode =
  | { readonly kind: 'schema'; readonly schema: string }
  | {
      readonly kind: 'table'
      readonly schema: string
      readonly table: string
      readonly isView: boolean
      /** Null where it is not known. */
      readonly rows: number | null
    }
  | { readonly kind: 'column'; readonly schema: string; readonly table: string; readonly column: TableColumn }
  | { readonly kind: 'note'; readonly text: 'loading' | 'failed' | 'empty' }
  /** Stands for the tables behind those that are shown. */
  | { readonly kind: 'more'; readonly schema: string; readonly shown: number; readonly count: number }

export interface FlatRow {
  readonly id: string
  readonly level: number
  readonly label: string
  readonly isExpandable: boolean
  readonly isExpanded: boolean
  readonly node: TreeNode
}

export interface LoadedTables {
  readonly state: 'loading' | 'failed' | 'ready'
  readonly tables: readonly { readonly name: string; readonly isView: boolean; readonly rows: number | null }[]
}

export interface LoadedColumns {
  readonly state: 'loading' | 'failed' | 'ready'
  readonly columns: readonly TableColumn[]
}

export interface TreeInput {
  readonly schemas: readonly string[]
  readonly openSchemas: ReadonlySet<string>
  readonly openTables: ReadonlySet<string>
  readonly tables: ReadonlyMap<string, LoadedTables>
  readonly columns: ReadonlyMap<string, LoadedColumns>
  /** How many tables of a schema are shown, where that is more than one page. */
  readonly shown: ReadonlyMap<string, number>
  readonly search: string
}

/** Tables that are shown at first, and with each further page (spec section 9). */
export const PAGE_TABLES = 100

export const tableKey = (schema: string, table: string): string => JSON.stringify([schema, table])

/** The tree in the order in which it is drawn. A search looks at all tables and keeps what lies above its hits. */
export function treeRows(input: TreeInput): readonly FlatRow[] {
  const needle = input.search.trim().toLowerCase()
  return input.schemas.flatMap((schema) => {
    const isOpen = input.openSchemas.has(schema)
    const loaded = input.tables.get(schema)
    const inside = isOpen || needle !== '' ? tableRows(input, schema, loaded, needle) : []
    const isHit = needle === '' || schema.toLowerCase().includes(needle) || inside.length > 0
    if (!isHit) return []
    const isExpanded = isOpen || (needle !== '' && inside.length > 0)
    return [schemaRow(schema, isExpanded), ...inside]
  })
}

const schemaRow = (schema: string, isExpanded: boolean): FlatRow => ({
  id: `s:${schema}`,
  level: 0,
  label: schema,
  isExpandable: true,
  isExpanded,
  node: { kind: 'schema', schema },
})

function tableRows(
  input: TreeInput,
  schema: string,
  loaded: LoadedTables | undefined,
  needle: string,
): readonly FlatRow[] {
  if (loaded === undefined || loaded.state === 'loading')
    return needle === '' ? [note(`s:${schema}`, 1, 'loading')] : []
  if (loaded.state === 'failed') return needle === '' ? [note(`s:${schema}`, 1, 'failed')] : []
  if (loaded.tables.length === 0) return needle === '' ? [note(`s:${schema}`, 1, 'empty')] : []
  return needle === ''
    ? pagedRows(input, schema, loaded)
    : loaded.tables.flatMap((table) => oneTable(input, schema, table, needle))
}

function pagedRows(input: TreeInput, schema: string, loaded: LoadedTables): readonly FlatRow[] {
  const shown = input.shown.get(schema) ?? PAGE_TABLES
  const count = loaded.tables.length
  const rows = loaded.tables.slice(0, shown).flatMap((table) => oneTable(input, schema, table, ''))
  return count > shown ? [...rows, moreRow(schema, shown, count)] : rows
}

const moreRow = (schema: string, shown: number, count: number): FlatRow => ({
  id: `m:${schema}`,
  level: 1,
  label: '',
  isExpandable: false,
  isExpanded: false,
  node: { kind: 'more', schema, shown, count },
})

function oneTable(
  input: TreeInput,
  schema: string,
  table: LoadedTables['tables'][number],
  needle: string,
): readonly FlatRow[] {
  const key = tableKey(schema, table.name)
  const columns = input.columns.get(key) ?? { state: 'loading' as const, columns: [] }
  const isNamed = table.name.toLowerCase().includes(needle)
  if (isNamed) return withColumns(schema, table, input.openTables.has(key), columns)
  const hits = columns.columns.filter((column) => column.name.toLowerCase().includes(needle))
  return hits.length === 0 ? [] : withColumns(schema, table, true, { ...columns, columns: hits })
}

const withColumns = (
  schema: string,
  table: LoadedTables['tables'][number],
  isOpen: boolean,
  columns: LoadedColumns,
): readonly FlatRow[] => [tableRow(schema, table, isOpen), ...(isOpen ? columnRows(schema, table.name, columns) : [])]

const tableRow = (schema: string, table: LoadedTables['tables'][number], isExpanded: boolean): FlatRow => ({
  id: `t:${tableKey(schema, table.name)}`,
  level: 1,
  label: table.name,
  isExpandable: true,
  isExpanded,
  node: { kind: 'table', schema, table: table.name, isView: table.isView, rows: table.rows },
})

function columnRows(schema: string, table: string, loaded: LoadedColumns): readonly FlatRow[] {
  const key = tableKey(schema, table)
  if (loaded.state !== 'ready') return [note(`t:${key}`, 2, loaded.state)]
  return loaded.columns.map((column) => ({
    id: `c:${key}:${column.name}`,
    level: 2,
    label: column.name,
    isExpandable: false,
    isExpanded: false,
    node: { kind: 'column', schema, table, column },
  }))
}

const note = (parent: string, level: number, text: 'loading' | 'failed' | 'empty'): FlatRow => ({
  id: `n:${parent}`,
  level,
  label: text,
  isExpandable: false,
  isExpanded: false,
  node: { kind: 'note', text },
})
