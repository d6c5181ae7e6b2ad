import { isFinished } from './queries.ts'
import { type EditorState, type EditorTab, emptyEditorState, type QueryRecord } from './state.ts'

const MAX_RESULT_AGE_MS = 86_400_000
const MAX_RESULT_KB = 1024
const BYTES_PER_CHARACTER = 2
const MAX_STORED_QUERIES = 100

/** What a browser keeps besides the tabs themselves. */
export interface StoredSession {
  readonly version: 1
  readonly tabHistory: readonly string[]
  readonly tabOrder: readonly string[]
  readonly tables: EditorState['tables']
  readonly queries: EditorState['queries']
  readonly destroyedQueryEditors: EditorState['destroyedQueryEditors']
  readonly activeSouthPaneTab: string
  readonly queriesLastUpdate: number
  readonly closedTabs: EditorState['closedTabs']
}

export function sessionToStore(state: EditorState, now: number): StoredSession {
  return {
    version: 1,
    tabHistory: state.tabHistory,
    tabOrder: state.queryEditors.map((editor) => editor.id),
    tables: state.tables,
    queries: queriesToStore(state.queries, now),
    destroyedQueryEditors: state.destroyedQueryEditors,
    activeSouthPaneTab: state.activeSouthPaneTab,
    queriesLastUpdate: state.queriesLastUpdate,
    closedTabs: state.closedTabs.map((closed) => ({ ...closed, queries: runsToStore(closed.queries ?? [], now) })),
  }
}

/** What is left to keep where there is no room for results: they can be read again. */
export const withoutResults = (session: StoredSession): StoredSession => ({
  ...session,
  queries: Object.fromEntries(Object.entries(session.queries).map(([id, query]) => [id, { ...query, results: null }])),
  closedTabs: session.closedTabs.map((closed) => ({
    ...closed,
    queries: closed.queries?.map((query) => ({ ...query, results: null })) ?? [],
  })),
})

const runsToStore = (queries: readonly QueryRecord[], now: number): readonly QueryRecord[] =>
  queries.slice(0, MAX_STORED_QUERIES).map((query) => withStorableResult(query, now))

/** Queries with their results, but results neither older than a day nor larger than the limit. */
export function queriesToStore(queries: EditorState['queries'], now: number): EditorState['queries'] {
  const recent = Object.values(queries)
    .sort((a, b) => b.startDttm - a.startDttm)
    .slice(0, MAX_STORED_QUERIES)
  return Object.fromEntries(recent.map((query) => [query.id, withStorableResult(query, now)]))
}

function withStorableResult(query: QueryRecord, now: number): QueryRecord {
  if (query.results === null) return query
  const isOld = now - query.startDttm > MAX_RESULT_AGE_MS
  return isOld || sizeKb(query.results) > MAX_RESULT_KB ? { ...query, results: null } : query
}

const sizeKb = (value: unknown): number => (JSON.stringify(value).length * BYTES_PER_CHARACTER) / 1024

/** The tabs with the one that was changed last, where that copy is the newer one; of an equal one only the cursor. */
export const withLastDraft = (
  editors: EditorState['queryEditors'],
  last: EditorTab | null,
): EditorState['queryEditors'] =>
  last === null
    ? editors
    : editors.map((editor) => {
        if (editor.id !== last.id || last.updatedAt < editor.updatedAt) return editor
        const { cursorPosition, selectedText } = last
        return last.updatedAt > editor.updatedAt ? last : { ...editor, cursorPosition, selectedText }
      })

/** The state of a fresh page: what was stored, with queries that cannot be running any more put right. */
export function stateFromStore(
  session: StoredSession | null,
  editors: EditorState['queryEditors'],
  now: number,
): EditorState {
  if (session === null) {
    const last = editors.at(-1)
    return { ...emptyEditorState, queryEditors: editors, tabHistory: last === undefined ? [] : [last.id] }
  }
  const ids = new Set(editors.map((editor) => editor.id))
  const place = (id: string) => {
    const found = session.tabOrder.indexOf(id)
    return found === -1 ? Number.MAX_SAFE_INTEGER : found
  }
  const ordered = [...editors].sort((a, b) => place(a.id) - place(b.id))
  const history = session.tabHistory.filter((id) => ids.has(id))
  return {
    ...emptyEditorState,
    queryEditors: ordered,
    tabHistory: history.length > 0 ? history : ordered.slice(-1).map((editor) => editor.id),
    tables: session.tables,
    queries: Object.fromEntries(
      Object.entries(queriesToStore(session.queries, now)).map(([id, query]) => [id, withStateAfterReload(query)]),
    ),
    destroyedQueryEditors: session.destroyedQueryEditors,
    activeSouthPaneTab: session.activeSouthPaneTab,
    queriesLastUpdate: session.queriesLastUpdate,
    closedTabs: session.closedTabs,
  }
}

/** Fetching ended with the page; the server says how the others ended. */
function withStateAfterReload(query: QueryRecord): QueryRecord {
  if (query.state === 'fetching') return { ...query, state: 'success' }
  return isFinished(query.state) || query.runAsync ? query : { ...query, state: 'stopped' }
}
