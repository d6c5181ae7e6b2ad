import type { Row } from '../metadata/tables.server.ts'
import type { WireColumn } from './wire-columns.ts'

/** States from which a run may still end (spec section 4). */
export const RUNNING_STATES = ['pending', 'running', 'started', 'scheduled', 'fetching'] as const
type QueryState = 'pending' | 'running' | 'success' | 'failed' | 'stopped' | 'timed_out'

/** True while a run has not ended. */
export const isRunning = (status: string) => (RUNNING_STATES as readonly string[]).includes(status)

/** One statement of a run: where it lies in the rendered text and what became of it. */
export interface StatementRecord {
  readonly sql: string
  readonly from: number
  readonly to: number
  state: QueryState
  rows: number | null
  resultsKey: string | null
  columns: readonly WireColumn[]
  limitingFactor: string | null
  error: Record<string, unknown> | null
}

/** The `extra` of a query record. */
export interface QueryExtra {
  progress: string | null
  columns?: readonly WireColumn[]
  statements?: readonly StatementRecord[]
  errors?: readonly Record<string, unknown>[]
  /** The text after its template was rendered, where that changed it. */
  rendered_sql?: string
  /** What the script changed was taken back: it ended within a transaction. */
  taken_back?: boolean
  /** Mark of the row-level rules that the rows keep. */
  rules?: string
}

export type QueryRow = Row<'queries'>
/** Names that the record shows beside its ids. */
export interface QueryNames {
  readonly database: string | null
  readonly user: string | null
}

/** The record as the editor reads it (reference: sql-editor A.0.7). */
export function queryDict(row: QueryRow, names: QueryNames) {
  return {
    id: row.client_id,
    queryId: row.id,
    serverId: row.id,
    changed_on: row.changed_on.replace('Z', ''),
    dbId: row.database_id,
    db: names.database,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    executedSql: row.executed_sql,
    state: row.status,
    progress: row.progress,
    rows: row.rows,
    limit: row.limit,
    limitingFactor: row.limiting_factor,
    ctas: row.select_as_cta === 1,
    tempTable: row.tmp_table_name,
    tempSchema: row.tmp_schema_name,
    startDttm: row.start_time,
    endDttm: row.end_time,
    sqlEditorId: row.sql_editor_id,
    tab: row.tab_name,
    userId: row.user_id,
    user: names.user,
    resultsKey: row.results_key,
    trackingUrl: row.tracking_url,
    errorMessage: row.error_message,
    extra: JSON.parse(row.extra) as Record<string, unknown>,
  }
}
export type QueryDict = ReturnType<typeof queryDict>
