import { errorOf, HttpError, isNetworkFailure } from '../data/http.ts'
import { stackTraceOf } from '../data/stack-trace.ts'
import { text } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { api, type ExecuteAnswer } from './api.ts'
import {
  failQuery,
  fetchQuery,
  type QueryStart,
  refreshQueries,
  startQuery,
  stopQuery,
  succeedQuery,
} from './model/queries.ts'
import type { TextToRun } from './model/run-text.ts'
import { type EditorTab, findEditor, type QueryError, type QueryRecord } from './model/state.ts'
import { statementResults } from './model/statement-results.ts'
import { definesTables } from './model/statements.ts'
import { columnsFromWire, errorsFromWire, queryFromWire } from './model/wire.ts'
import { startPolling } from './polling.ts'
import { recentRuns } from './recent-runs.ts'
import { refreshCatalog } from './refresh-catalog.ts'
import { storedRows } from './result-rows.ts'
import { pageSettings } from './settings.ts'
import { change, editorStore, freshId } from './store.ts'
import { storeAtRun, storeLatestRun } from './sync-engine.ts'

export interface CreateTableAs {
  readonly method: 'TABLE' | 'VIEW'
  readonly name: string
}

/** Runs a text of a tab: one query, however many statements it holds. */
export function runText(editorId: string, textToRun: TextToRun, ctas: CreateTableAs | null = null): void {
  const editor = findEditor(editorStore.getState(), editorId)
  if (editor === null) return
  if (editor.dbId === null) {
    toast.warning(text('Choose a database first'))
    return
  }
  const id = freshId()
  const start = startOf(editor, id, textToRun, ctas)
  change((state) => ({ ...startQuery(state, start, Date.now()), activeSouthPaneTab: 'Results' }))
  void send(id, editor, ctas)
  void storeAtRun(editorId)
}

/** Shows the first rows of a table in a tab of the results. */
export function runPreview(editor: EditorTab, sql: string, limit: number): string {
  const id = freshId()
  const start = startOf(editor, id, { sql, from: null }, null)
  change((state) => startQuery(state, { ...start, isDataPreview: true, queryLimit: limit }, Date.now()))
  void send(id, editor, null)
  return id
}

const startOf = (
  editor: EditorTab,
  id: string,
  { sql, from }: { readonly sql: string; readonly from: number | null },
  ctas: CreateTableAs | null,
): QueryStart => ({
  id,
  sqlEditorId: editor.id,
  tab: editor.name,
  dbId: editor.dbId,
  catalog: editor.catalog,
  schema: editor.schema,
  sql,
  runAsync: runsLater(editor.dbId),
  queryLimit: editor.queryLimit ?? pageSettings().defaultQueryLimit,
  tempTable: ctas?.name ?? null,
  ctas: ctas !== null,
  isDataPreview: false,
  inLocalStorage: editor.tabViewId === null,
  sqlFrom: from,
})

/** Where the database does not let runs go on in the background, the rows come with the reply. */
const runsLater = (dbId: number | null): boolean =>
  dbId === null || editorStore.getState().databases[dbId]?.allow_run_async !== false

/** A page that is left loses its requests first, and is gone by then. */
const LEAVING_MS = 250

/** Runs that are being stopped: what is answered meanwhile counts only where that fails. */
const stopping = new Map<string, Promise<void>>()

/** Runs whose answer is awaited, to be given up when they are stopped. */
const awaited = new Map<string, AbortController>()

export const isAwaited = (id: string): boolean => awaited.has(id)

async function send(id: string, editor: EditorTab, ctas: CreateTableAs | null): Promise<void> {
  const query = editorStore.getState().queries[id]
  if (query === undefined || editor.dbId === null) return
  const controller = new AbortController()
  awaited.set(id, controller)
  try {
    const answer = await api.execute(
      {
        client_id: id,
        database_id: editor.dbId,
        runAsync: query.runAsync,
        catalog: editor.catalog,
        schema: editor.schema,
        sql: query.sql,
        sql_editor_id: String(editor.tabViewId ?? editor.id),
        tab: editor.name,
        tmp_table_name: ctas?.name ?? '',
        select_as_cta: ctas !== null,
        ctas_method: ctas?.method ?? 'TABLE',
        templateParams: editor.templateParams,
        queryLimit: query.queryLimit,
        expand_data: true,
      },
      location.search,
      controller.signal,
    )
    await stopping.get(id)
    receiveAnswer(id, heard(answer))
    storeLatestRun(id)
  } catch (error) {
    await stopping.get(id)
    const isLost = isNetworkFailure(error) || error instanceof SaidNothing
    if (query.runAsync && isLost && (await goesOn(id))) followQueries()
    else receiveFailure(id, error)
  } finally {
    awaited.delete(id)
  }
}

/** An answer that tells neither of rows nor of the run. */
class SaidNothing extends HttpError {
  constructor() {
    super(200, 'An error occurred')
  }
}

/** Throws what an answer says of a failure, and where it says nothing. */
function heard(answer: ExecuteAnswer | null): ExecuteAnswer {
  if (answer === null) throw new SaidNothing()
  const { status, error, errors, data, query } = answer
  if (status === 'failed' && (error ?? errors) !== undefined) throw errorOf(200, answer)
  if (status !== 'stopped' && data === undefined && query === undefined) throw new SaidNothing()
  return answer
}

/** Results at once, or only the query, which is then followed until it ends. */
function receiveAnswer(id: string, answer: ExecuteAnswer): void {
  if (answer.status === 'stopped') {
    change((state) => stopQuery(state, id, Date.now()))
    return
  }
  const wire = answer.query === undefined ? null : queryFromWire(answer.query)
  if (answer.data !== undefined) {
    if (!Array.isArray(answer.data)) throw new TypeError('the rows of the answer are no list')
    const results = { status: answer.status ?? 'success', columns: columnsFromWire(answer.columns), data: answer.data }
    change((state) => succeedQuery(state, id, { results, query: wire ?? {} }, Date.now()))
    if (results.status === 'success') {
      lookForTables(id)
      return
    }
  }
  if (wire !== null) change((state) => refreshQueries(state, [{ ...wire, id }]))
  followQueries()
}

/** Whether the server knows a run whose answer was lost. A page that is being left asks nobody: its next one sees. */
async function goesOn(id: string): Promise<boolean> {
  await new Promise((done) => setTimeout(done, LEAVING_MS))
  return (await recentRuns())?.some((run) => run.id === id) ?? false
}

function receiveFailure(id: string, error: unknown): void {
  change((state) => failQuery(state, id, failureOf(error), Date.now()))
}

function failureOf(error: unknown): { message: string; link: string | null; errors: readonly QueryError[] } {
  if (!(error instanceof HttpError)) return { message: unforeseen(error), link: null, errors: [] }
  const { body } = error
  const link = typeof body === 'object' && body !== null && 'link' in body ? String(body.link) : null
  return { message: error.message, link, errors: withTrace(errorsFromWire(error.errors), error) }
}

/** A query that ran, whose rows did not arrive: its failure says so before the reason (specification, SQL editor section 8). */
function unreadResults({ message, link, errors }: ReturnType<typeof failureOf>): ReturnType<typeof failureOf> {
  const said = (reason: string) => `${text('Failed at retrieving results')}: ${text(reason)}`
  return { message: said(message), link, errors: errors.map((error) => ({ ...error, message: said(error.message) })) }
}

function unforeseen(error: unknown): string {
  if (!(error instanceof Error)) return text('Unknown error')
  return text('Unexpected error: {{error}}', { error: error.message })
}

/** A trace that came beside the errors is kept with the first of them. */
function withTrace(errors: readonly QueryError[], { message, body }: HttpError): readonly QueryError[] {
  const stacktrace = stackTraceOf(body)
  if (stacktrace === null) return errors
  const [first = { message, error_type: 'GENERIC_BACKEND_ERROR', extra: null }, ...rest] = errors
  return [{ ...first, extra: { ...first.extra, stacktrace } }, ...rest]
}

/** Asks the server about running queries until none is left. */
export const followQueries = (): void => startPolling({ onSuccess: (id) => void readResults(id) })

/** Reads the first rows by key; the query is a success when they are here. */
async function readResults(id: string): Promise<void> {
  const query = change((state) => fetchQuery(state, id)).queries[id]
  if (query === undefined || query.state !== 'fetching') return
  const keys = statementResults(query).flatMap((result) => result.resultsKey ?? [])
  await Promise.all(keys.map((key) => storedRows(key).rows.refresh()))
  await stopping.get(id)
  const failure = keys.map((key) => storedRows(key).rows.failure()).find((one) => one !== null)
  if (failure !== undefined) {
    change((state) => failQuery(state, id, unreadResults(failureOf(failure)), Date.now()))
    return
  }
  const last = keys.at(-1)
  const columns = last === undefined ? [] : storedRows(last).columns()
  const results = { status: 'success', columns: columns.length > 0 ? columns : query.columns, data: [] }
  change((state) => succeedQuery(state, id, { results, query: {} }, Date.now()))
  lookForTables(id)
}

/** A run that makes, changes or removes tables is seen among the tables. */
function lookForTables(id: string): void {
  const query = editorStore.getState().queries[id]
  if (query === undefined || query.dbId === null || query.state !== 'success') return
  if (query.ctas || definesTables(query.sql)) refreshCatalog(query.dbId).catch(() => undefined)
}

export async function stopRunning(query: QueryRecord): Promise<void> {
  if (stopping.has(query.id)) return
  const stopped = stop(query)
  stopping.set(query.id, stopped)
  await stopped
  stopping.delete(query.id)
}

async function stop(query: QueryRecord): Promise<void> {
  try {
    await api.stop(query.id)
  } catch (error) {
    // A run that has not reached the server is unknown there; giving up its request, if there is one, stops it.
    const isUnknown = error instanceof HttpError && error.status === 404
    if (!isUnknown) {
      toast.danger(text('Failed to stop query.'))
      return
    }
  }
  change((state) => stopQuery(state, query.id, Date.now()))
  awaited.get(query.id)?.abort()
  toast.info(text('Query was stopped.'))
}
