import { inTime } from '../data/chart-timeout.ts'
import type { Cell, ColumnKind, GridColumn } from '../ui/grid/cell.ts'
import { createPagedRows, type PagedRows, type RowPage } from '../ui/grid/paged-rows.ts'
import { api } from './api.ts'
import type { QueryRecord, ResultColumn } from './model/state.ts'
import { columnsFromWire } from './model/wire.ts'
import { pageSettings } from './settings.ts'

export interface ResultSource {
  readonly rows: PagedRows
  /** Columns as soon as the first page told them. */
  readonly columns: () => readonly ResultColumn[]
}

const PAGE_ROWS = 1000
const MAX_PAGES = 200
const MAX_SOURCES = 30

const sources = new Map<string, ResultSource>()

/** The rows that are stored under a key, read by pages. */
export const storedRows = (key: string): ResultSource => remembered(key, () => storedSource(key))

/** The rows of a query that came with its answer. */
export const inlineRows = (query: QueryRecord): ResultSource =>
  remembered(`inline:${query.id}`, () => inlineSource(query))

function remembered(key: string, make: () => ResultSource): ResultSource {
  const known = sources.get(key)
  if (known !== undefined) return known
  const made = make()
  sources.set(key, made)
  const oldest = sources.keys().next().value
  if (sources.size > MAX_SOURCES && oldest !== undefined) {
    sources.get(oldest)?.rows.dispose()
    sources.delete(oldest)
  }
  return made
}

function storedSource(key: string): ResultSource {
  let columns: readonly ResultColumn[] = []
  const load = async (offset: number, limit: number, signal: AbortSignal): Promise<RowPage> => {
    const page = await patiently(signal, (patience) => api.resultPage(key, offset, limit, patience))
    if (columns.length === 0) columns = columnsFromWire(page.columns)
    return { rows: page.rows, rowCount: page.row_count, isComplete: page.is_complete }
  }
  return {
    rows: createPagedRows({ pageRows: PAGE_ROWS, maxPages: MAX_PAGES, maxInFlight: 3, load }),
    columns: () => columns,
  }
}

/** The configured patience for results; 0 is endless. */
function patiently<T>(signal: AbortSignal, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { resultTimeoutSec } = pageSettings()
  return resultTimeoutSec > 0 ? inTime(signal, ask, resultTimeoutSec) : ask(signal)
}

function inlineSource(query: QueryRecord): ResultSource {
  const columns = query.results?.columns ?? []
  const data = query.results?.data ?? []
  const rows = data.map((record) => columns.map((column) => (record[column.column_name] ?? null) as Cell))
  const load = (offset: number, limit: number): Promise<RowPage> =>
    Promise.resolve({ rows: rows.slice(offset, offset + limit), rowCount: rows.length, isComplete: true })
  return {
    rows: createPagedRows({ pageRows: PAGE_ROWS, maxPages: MAX_PAGES, maxInFlight: 3, load }),
    columns: () => columns,
  }
}

const KINDS: Readonly<Record<number, ColumnKind>> = { 0: 'number', 1: 'text', 2: 'time', 3: 'boolean' }
const NESTED = /\[\]$|^(struct|map|list|json|array)/i

export const gridColumns = (columns: readonly ResultColumn[]): readonly GridColumn[] =>
  columns.map((column) => ({ name: column.column_name, type: column.type, kind: kindOf(column) }))

function kindOf(column: ResultColumn): ColumnKind {
  if (column.type !== null && NESTED.test(column.type)) return 'other'
  return column.type_generic === null ? 'text' : (KINDS[column.type_generic] ?? 'text')
}
