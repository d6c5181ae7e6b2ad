import type { ServerTab, ServerTable } from './persistence.ts'
import type { ServerQuery } from './queries.ts'
import type { EditorTab, QueryError, ResultColumn, RunState, TableColumn } from './state.ts'

/** The query object of the wire in camel case (reference: sql-editor A.0.7). */
export interface WireQuery {
  readonly id: string
  readonly serverId?: number
  readonly queryId?: number
  readonly dbId: number | null
  readonly catalog?: string | null
  readonly schema: string | null
  readonly sql: string
  readonly executedSql: string | null
  readonly state: string
  readonly progress: number
  readonly rows: number | null
  readonly limit: number | null
  readonly limitingFactor: string | null
  readonly ctas: boolean | null
  readonly tempTable: string | null
  readonly tempSchema: string | null
  readonly startDttm: number | string | null
  readonly endDttm: number | string | null
  readonly sqlEditorId: string | null
  readonly tab: string | null
  readonly resultsKey: string | null
  readonly errorMessage: string | null
  readonly changed_on?: string
  readonly extra: Readonly<Record<string, unknown>> | null
}

export interface WireTab {
  readonly id: number
  readonly label: string
  readonly database_id: number | null
  readonly catalog: string | null
  readonly schema: string | null
  readonly sql: string
  readonly query_limit: number | null
  readonly latest_query: WireQuery | null
  readonly autorun: boolean
  readonly template_params: string | null
  readonly hide_left_bar: boolean
  readonly saved_query: { readonly id: number } | null
  readonly extra_json: { readonly updatedAt?: number } | null
  /** Counts the changes of the text. */
  readonly revision?: number
  readonly table_schemas?: readonly WireTable[]
}

interface WireTable {
  readonly id: number
  readonly database_id: number
  readonly catalog: string | null
  readonly schema: string | null
  readonly table: string
  readonly expanded: boolean
  /** What the editor posted with the table. */
  readonly description: Readonly<Record<string, unknown>> | null
}

const STATES: ReadonlySet<string> = new Set<RunState>([
  'started',
  'stopped',
  'failed',
  'pending',
  'running',
  'scheduled',
  'success',
  'fetching',
  'timed_out',
])

const isRunState = (text: string): text is RunState => STATES.has(text)

/** A state that is not known counts as failed, so that nothing waits for it. */
export const runStateFromWire = (text: string): RunState => (isRunState(text) ? text : 'failed')

/** What the wire says of a query; times may come as texts, and what it leaves out is not known better. */
export function queryFromWire(wire: WireQuery): ServerQuery {
  const extra = wire.extra ?? {}
  const { state, progress, startDttm, endDttm, sqlEditorId, tab } = wire
  return sent({
    id: wire.id,
    serverId: wire.serverId ?? wire.queryId ?? null,
    dbId: wire.dbId,
    catalog: wire.catalog ?? null,
    schema: wire.schema,
    sql: wire.sql,
    executedSql: wire.executedSql,
    state: state === undefined ? state : runStateFromWire(state),
    progress: progress === undefined ? progress : Number(progress),
    rows: wire.rows,
    queryLimit: wire.limit,
    limitingFactor: wire.limitingFactor,
    ctas: wire.ctas === true,
    tempTable: wire.tempTable,
    tempSchema: wire.tempSchema,
    startDttm: startDttm === undefined ? startDttm : Number(startDttm ?? 0),
    endDttm: endDttm === undefined || endDttm === null ? endDttm : Number(endDttm),
    sqlEditorId: sqlEditorId === null ? '' : sqlEditorId,
    tab: tab === null ? '' : tab,
    resultsKey: wire.resultsKey,
    errorMessage: wire.errorMessage,
    errors: errorsFromWire(extra.errors),
    columns: columnsFromWire(extra.columns),
    changedOn: wire.changed_on === undefined ? 0 : timeOf(wire.changed_on),
    extra,
  })
}

function sent(query: ServerQuery): ServerQuery {
  const whole: ServerQuery = { id: query.id }
  const parts = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.assign(whole, Object.fromEntries(parts))
}

/** Rich errors, however much of them was sent. */
export function errorsFromWire(value: unknown): readonly QueryError[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).map((error) => ({
    message: String(error.message ?? ''),
    error_type: String(error.error_type ?? 'GENERIC_BACKEND_ERROR'),
    ...(typeof error.level === 'string' ? { level: error.level } : {}),
    extra: isRecord(error.extra) ? error.extra : null,
  }))
}

export function columnsFromWire(value: unknown): readonly ResultColumn[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).map((column) => ({
    column_name: String(column.column_name ?? column.name ?? ''),
    type: typeof column.type === 'string' ? column.type : null,
    type_generic: typeof column.type_generic === 'number' ? column.type_generic : null,
    is_dttm: column.is_dttm === true,
  }))
}

export function tabFromWire(wire: WireTab): ServerTab {
  const tab: Partial<Omit<EditorTab, 'id'>> = {
    name: wire.label,
    dbId: wire.database_id,
    catalog: wire.catalog,
    schema: wire.schema,
    sql: wire.sql,
    queryLimit: wire.query_limit,
    latestQueryId: wire.latest_query?.id ?? null,
    autorun: wire.autorun,
    templateParams: wire.template_params,
    hideLeftBar: wire.hide_left_bar,
    remoteId: wire.saved_query?.id ?? null,
    seenRevision: wire.revision ?? null,
  }
  return {
    tabViewId: wire.id,
    updatedAt: wire.extra_json?.updatedAt ?? 0,
    tables: (wire.table_schemas ?? []).map(tableFromWire),
    tab,
  }
}

function tableFromWire(wire: WireTable): ServerTable {
  const { columns, selectStar, primaryKey, foreignKeys, indexes, dataPreviewQueryId } = wire.description ?? {}
  return {
    serverId: wire.id,
    dbId: wire.database_id,
    catalog: wire.catalog,
    schema: wire.schema,
    name: wire.table,
    expanded: wire.expanded,
    initialized: true,
    inLocalStorage: false,
    dataPreviewQueryId: typeof dataPreviewQueryId === 'string' ? dataPreviewQueryId : null,
    columns: Array.isArray(columns) ? (columns as readonly TableColumn[]) : [],
    selectStar: typeof selectStar === 'string' ? selectStar : null,
    primaryKey: primaryKey ?? null,
    foreignKeys: Array.isArray(foreignKeys) ? foreignKeys : [],
    indexes: Array.isArray(indexes) ? indexes : [],
  }
}

/** A server time without a zone is UTC. */
const timeOf = (text: string): number => Date.parse(/[Z+]|-\d\d:\d\d$/.test(text.slice(10)) ? text : `${text}Z`) || 0

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
