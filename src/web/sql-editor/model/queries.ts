import type { EditorState, QueryError, QueryRecord, QueryResults, RunState } from './state.ts'

const RUNNING_LIKE: ReadonlySet<RunState> = new Set(['running', 'started', 'pending', 'fetching', 'scheduled'])
const ENDED_LOCALLY: ReadonlySet<RunState> = new Set(['stopped', 'failed'])
const AHEAD_OF_SERVER: ReadonlySet<RunState> = new Set(['fetching', 'success', 'running'])

export const isRunningLike = (state: RunState): boolean => RUNNING_LIKE.has(state)
export const isFinished = (state: RunState): boolean => !RUNNING_LIKE.has(state)

export interface QueryStart {
  readonly id: string
  readonly sqlEditorId: string
  readonly tab: string
  readonly dbId: number | null
  readonly catalog: string | null
  readonly schema: string | null
  readonly sql: string
  readonly runAsync: boolean
  readonly queryLimit: number | null
  readonly tempTable: string | null
  readonly ctas: boolean
  readonly isDataPreview: boolean
  readonly inLocalStorage: boolean
  readonly sqlFrom: number | null
}

/** Starts as running when it answers at once, as pending when it is fetched later. */
export function startQuery(state: EditorState, start: QueryStart, now: number): EditorState {
  const editor = state.queryEditors.find((entry) => entry.id === start.sqlEditorId)
  const latest =
    state.unsavedQueryEditor.id === start.sqlEditorId
      ? (state.unsavedQueryEditor.latestQueryId ?? editor?.latestQueryId)
      : editor?.latestQueryId
  const query = newRecord(start, now)
  const cleared = start.isDataPreview ? state : withoutResults(state, latest ?? null)
  const started = { ...cleared, queries: { ...cleared.queries, [query.id]: query } }
  return start.isDataPreview ? started : withLatestQuery(started, start.sqlEditorId, query.id)
}

function newRecord(start: QueryStart, now: number): QueryRecord {
  return {
    ...start,
    serverId: null,
    executedSql: null,
    state: start.runAsync ? 'pending' : 'running',
    results: null,
    rows: null,
    limitingFactor: null,
    tempSchema: null,
    resultsKey: null,
    errors: [],
    errorMessage: null,
    link: null,
    startDttm: now,
    endDttm: null,
    progress: 0,
    cached: false,
    changedOn: now,
    extra: {},
    columns: [],
  }
}

/** The rows are being read by their key. */
export const fetchQuery = (state: EditorState, id: string): EditorState =>
  changeQuery(state, id, (query) => (isStopped(query) ? query : { ...query, state: 'fetching' }))

/** A success counts only when the query was not stopped and the result says success. */
export function succeedQuery(
  state: EditorState,
  id: string,
  answer: { readonly results: QueryResults; readonly query: Partial<QueryRecord> },
  now: number,
): EditorState {
  return changeQuery(state, id, (query) => {
    if (isStopped(query) || answer.results.status !== 'success') return query
    return {
      ...query,
      ...answer.query,
      id: query.id,
      sqlFrom: query.sqlFrom,
      state: 'success',
      results: answer.results,
      columns: answer.results.columns,
      rows: answer.query.rows ?? query.rows ?? answer.results.data.length,
      progress: 100,
      endDttm: answer.query.endDttm ?? now,
      errors: [],
      errorMessage: null,
    }
  })
}

/** A failure after a stop is no news. */
export function failQuery(
  state: EditorState,
  id: string,
  failure: { readonly message: string; readonly link: string | null; readonly errors: readonly QueryError[] },
  now: number,
): EditorState {
  return changeQuery(state, id, (query) =>
    isStopped(query)
      ? query
      : {
          ...query,
          state: 'failed',
          errorMessage: failure.message,
          link: failure.link,
          errors: failure.errors,
          endDttm: now,
        },
  )
}

export const stopQuery = (state: EditorState, id: string, now: number): EditorState =>
  changeQuery(state, id, (query) => (isFinished(query.state) ? query : { ...query, state: 'stopped', endDttm: now }))

/** What the server says about queries, without undoing what this browser already knows. */
export function refreshQueries(state: EditorState, changed: readonly ServerQuery[]): EditorState {
  const queries = { ...state.queries }
  let lastUpdate = state.queriesLastUpdate
  for (const server of changed) {
    lastUpdate = Math.max(lastUpdate, server.changedOn ?? 0)
    const local = queries[server.id]
    if (local === undefined || ENDED_LOCALLY.has(local.state)) continue
    queries[server.id] = mergeQuery(local, server)
  }
  return { ...state, queries, queriesLastUpdate: lastUpdate, offline: false }
}

/** A query of a tab that another page or day began. */
export function adoptQuery(state: EditorState, editorId: string, server: ServerQuery): EditorState {
  if (state.queries[server.id] !== undefined) return state
  const start: QueryStart = {
    id: server.id,
    sqlEditorId: editorId,
    tab: server.tab ?? '',
    dbId: server.dbId ?? null,
    catalog: server.catalog ?? null,
    schema: server.schema ?? null,
    sql: server.sql ?? '',
    runAsync: true,
    queryLimit: server.queryLimit ?? null,
    tempTable: server.tempTable ?? null,
    ctas: server.ctas ?? false,
    isDataPreview: false,
    inLocalStorage: false,
    sqlFrom: null,
  }
  const query: QueryRecord = { ...newRecord(start, server.startDttm ?? 0), ...server, sqlEditorId: editorId }
  return { ...state, queries: { ...state.queries, [query.id]: query } }
}

export type ServerQuery = Partial<QueryRecord> & { readonly id: string }

/** Whether a run is further here than the server says: its answer may be older than what was learnt meanwhile. */
function isAhead(local: RunState, server: RunState): boolean {
  if (server === 'success') return AHEAD_OF_SERVER.has(local)
  return isRunningLike(server) && (isFinished(local) || local === 'fetching')
}

function mergeQuery(local: QueryRecord, server: ServerQuery): QueryRecord {
  const keepsState = server.state !== undefined && isAhead(local.state, server.state)
  return {
    ...local,
    ...server,
    state: keepsState ? local.state : (server.state ?? local.state),
    results: local.results,
    sqlFrom: local.sqlFrom,
    sqlEditorId: local.sqlEditorId,
    isDataPreview: local.isDataPreview,
    startDttm: local.startDttm,
    columns: server.columns !== undefined && server.columns.length > 0 ? server.columns : local.columns,
    errors: server.errors !== undefined && server.errors.length > 0 ? server.errors : local.errors,
  }
}

/** Drops queries that wait for longer than the interval without a sign of life; others follow their result. */
export function clearInactiveQueries(state: EditorState, intervalMs: number, now: number): EditorState {
  const entries = Object.entries(state.queries)
  const kept = entries
    .filter(([, query]) => !isInactive(query, intervalMs, now))
    .map(([id, query]) => [id, withStateOfResult(query)] as const)
  const isSame = kept.length === entries.length && kept.every(([id, query]) => query === state.queries[id])
  return isSame ? state : { ...state, queries: Object.fromEntries(kept) }
}

const isInactive = (query: QueryRecord, intervalMs: number, now: number): boolean =>
  (query.state === 'running' || query.state === 'pending') && query.progress === 0 && now - query.startDttm > intervalMs

function withStateOfResult(query: QueryRecord): QueryRecord {
  if (query.resultsKey === null || query.results?.status !== 'success' || query.state === 'success') return query
  return { ...query, state: 'success' }
}

/** Runs a preview again: the table then points to the query that replaces it. */
export function replacePreview(state: EditorState, oldQueryId: string, newQueryId: string): EditorState {
  const { [oldQueryId]: _old, ...queries } = state.queries
  return {
    ...state,
    queries,
    tables: state.tables.map((table) =>
      table.dataPreviewQueryId === oldQueryId ? { ...table, dataPreviewQueryId: newQueryId } : table,
    ),
  }
}

export function removeQuery(state: EditorState, id: string): EditorState {
  const { [id]: _removed, ...queries } = state.queries
  return { ...state, queries }
}

export const queriesOfEditor = (queries: EditorState['queries'], editorId: string): readonly QueryRecord[] =>
  Object.values(queries)
    .filter((query) => query.sqlEditorId === editorId)
    .sort((a, b) => b.startDttm - a.startDttm)

export const hasRunningQuery = (state: EditorState): boolean =>
  Object.values(state.queries).some((query) => isRunningLike(query.state))

const isStopped = (query: QueryRecord): boolean => query.state === 'stopped'

function changeQuery(state: EditorState, id: string, change: (query: QueryRecord) => QueryRecord): EditorState {
  const query = state.queries[id]
  if (query === undefined) return state
  const changed = change(query)
  return changed === query ? state : { ...state, queries: { ...state.queries, [id]: changed } }
}

function withoutResults(state: EditorState, id: string | null): EditorState {
  return id === null ? state : changeQuery(state, id, (query) => ({ ...query, results: null }))
}

function withLatestQuery(state: EditorState, editorId: string, latestQueryId: string): EditorState {
  if (state.unsavedQueryEditor.id === editorId) {
    return { ...state, unsavedQueryEditor: { ...state.unsavedQueryEditor, latestQueryId } }
  }
  return {
    ...state,
    queryEditors: state.queryEditors.map((editor) => (editor.id === editorId ? { ...editor, latestQueryId } : editor)),
  }
}
