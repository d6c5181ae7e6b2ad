import { activeTabId, allEditors, type EditorState, type EditorTab, findEditor, type TabSettings } from './state.ts'

export const SYNC_DELAY_MS = 5_000
const TAB_STATE_VERSION = 1

export type SyncAction =
  | { readonly kind: 'create'; readonly editor: EditorTab }
  | MigrateQuery
  | CreateTable
  | { readonly kind: 'activate'; readonly tabViewId: number }
  | { readonly kind: 'save'; readonly editor: EditorTab; readonly tabViewId: number }
  | { readonly kind: 'delete'; readonly editorId: string; readonly tabViewId: number }

interface MigrateQuery {
  readonly kind: 'migrateQuery'
  readonly tabViewId: number
  readonly queryId: string
}

interface CreateTable {
  readonly kind: 'createTable'
  readonly tableId: string
  readonly tabViewId: number
}

/** What to send at a tick of the clock: tabs to create, then tables, runs, activation, changes, deletions. */
export function planSync(state: EditorState, now: number): readonly SyncAction[] {
  return [
    ...toCreate(state),
    ...toCreateTables(state),
    ...toMigrateQueries(state),
    ...toActivate(state),
    ...toSave(state, now),
    ...toDelete(state),
  ]
}

/** What follows a tab that the server has just got: its tables and the runs that it knows under no tab. */
export const planFollowers = (state: EditorState, tabViewId: number): readonly SyncAction[] =>
  [...toCreateTables(state), ...toMigrateQueries(state)].filter((action) => action.tabViewId === tabViewId)

/** When the next change is to be saved that has not waited long enough at `now`; null when there is none. */
export function nextSaveAt(state: EditorState, now: number): number | null {
  const times = allEditors(state)
    .filter((editor) => editor.tabViewId !== null && editor.loaded && editor.updatedAt > editor.syncedAt)
    .map((editor) => editor.updatedAt + SYNC_DELAY_MS)
    .filter((time) => time > now && time <= now + 2 * SYNC_DELAY_MS)
  return times.length === 0 ? null : Math.min(...times)
}

/** Everything that is unsaved, without waiting, for the moment before the page goes away. */
export const planFlush = (state: EditorState): readonly SyncAction[] => toSave(state, Number.POSITIVE_INFINITY)

const toCreate = (state: EditorState): readonly SyncAction[] =>
  allEditors(state)
    .filter((editor) => editor.inLocalStorage && editor.tabViewId === null)
    .map((editor) => ({ kind: 'create', editor }))

function toCreateTables(state: EditorState): readonly CreateTable[] {
  return state.tables.flatMap((table): readonly CreateTable[] => {
    const tabViewId = findEditor(state, table.queryEditorId)?.tabViewId ?? null
    return tabViewId === null || !table.inLocalStorage || !table.initialized
      ? []
      : [{ kind: 'createTable', tableId: table.id, tabViewId }]
  })
}

function toMigrateQueries(state: EditorState): readonly MigrateQuery[] {
  return Object.values(state.queries).flatMap((query): readonly MigrateQuery[] => {
    const tabViewId = findEditor(state, query.sqlEditorId)?.tabViewId ?? null
    return tabViewId === null || !query.inLocalStorage || query.serverId === null
      ? []
      : [{ kind: 'migrateQuery', tabViewId, queryId: query.id }]
  })
}

function toActivate(state: EditorState): readonly SyncAction[] {
  const editor = findEditor(state, activeTabId(state))
  if (editor === null || editor.tabViewId === null || state.lastUpdatedActiveTab === editor.id) return []
  return [{ kind: 'activate', tabViewId: editor.tabViewId }]
}

function toSave(state: EditorState, now: number): readonly SyncAction[] {
  return allEditors(state).flatMap((editor): readonly SyncAction[] =>
    editor.tabViewId !== null && editor.loaded && isDue(editor, now)
      ? [{ kind: 'save', editor, tabViewId: editor.tabViewId }]
      : [],
  )
}

const isDue = (editor: EditorTab, now: number): boolean => {
  const ageMs = now - editor.updatedAt
  // A change of a tab that came from a browser whose clock is ahead is later than that, and does not wait for it.
  return editor.updatedAt > editor.syncedAt && (ageMs >= SYNC_DELAY_MS || ageMs < -SYNC_DELAY_MS)
}

const toDelete = (state: EditorState): readonly SyncAction[] =>
  Object.entries(state.destroyedQueryEditors).flatMap(([editorId, destroyed]): readonly SyncAction[] =>
    destroyed.tabViewId === null ? [] : [{ kind: 'delete', editorId, tabViewId: destroyed.tabViewId }],
  )

/** The form fields of PUT /tabstateview/{id}; every value becomes JSON text on the wire. */
export function tabFields(editor: EditorTab, latestQueryId: string | null): Readonly<Record<string, unknown>> {
  return {
    ...settingsOnWire(editor),
    sql: editor.sql,
    ...(latestQueryId === null ? {} : { latest_query_id: latestQueryId }),
    template_params: editor.templateParams,
    extra_json: JSON.stringify({ updatedAt: editor.updatedAt, version: TAB_STATE_VERSION }),
  }
}

/** Settings of a tab by the names of their fields. */
export const settingsOnWire = (settings: TabSettings): Readonly<Record<string, unknown>> => ({
  database_id: settings.dbId,
  catalog: settings.catalog,
  schema: settings.schema,
  label: settings.name,
  query_limit: settings.queryLimit,
  hide_left_bar: settings.hideLeftBar,
  autorun: settings.autorun,
})

/** The server has the tab: from here it is changed there, not created. One that was closed meanwhile is deleted there. */
export function applyCreated(state: EditorState, editorId: string, tabViewId: number): EditorState {
  const created = { tabViewId, inLocalStorage: false, seenRevision: 0, seenSettings: null, formerTabViewId: null }
  if (findEditor(state, editorId) !== null) return changeListed(state, editorId, created)
  const at = state.destroyedQueryEditors[editorId]?.at ?? 0
  return { ...state, destroyedQueryEditors: { ...state.destroyedQueryEditors, [editorId]: { at, tabViewId } } }
}

/** The server has the run under its tab. */
export function applyMigrated(state: EditorState, queryId: string): EditorState {
  const query = state.queries[queryId]
  if (query === undefined) return state
  return { ...state, queries: { ...state.queries, [queryId]: { ...query, inLocalStorage: false } } }
}

/** The server has the tab as it was at `updatedAt`; what was typed since stays unsaved. */
export function applySaved(state: EditorState, saved: SavedTab, now: number): EditorState {
  const { editorId, updatedAt: syncedAt, revision: seenRevision, settings: seenSettings } = saved
  return { ...changeListed(state, editorId, { syncedAt, seenRevision, seenSettings }), editorTabLastUpdatedAt: now }
}

interface SavedTab {
  readonly editorId: string
  readonly updatedAt: number
  /** Of the text on the server; null where it did not say. */
  readonly revision: number | null
  readonly settings: TabSettings
}

export const applyActivated = (state: EditorState, tabViewId: number): EditorState => ({
  ...state,
  lastUpdatedActiveTab: state.queryEditors.find((editor) => editor.tabViewId === tabViewId)?.id ?? '',
})

export function applyTableCreated(state: EditorState, tableId: string, serverId: number): EditorState {
  return {
    ...state,
    tables: state.tables.map((table) => (table.id === tableId ? { ...table, serverId, inLocalStorage: false } : table)),
  }
}

/** A deletion that worked, or of what was gone already, is forgotten. */
export function applyDeleted(state: EditorState, editorId: string): EditorState {
  const { [editorId]: _deleted, ...destroyedQueryEditors } = state.destroyedQueryEditors
  return { ...state, destroyedQueryEditors }
}

/** A tab that never reached the server needs no deletion there. */
export function forgetLocalDeletions(state: EditorState): EditorState {
  const kept = Object.entries(state.destroyedQueryEditors).filter(([, destroyed]) => destroyed.tabViewId !== null)
  return kept.length === Object.keys(state.destroyedQueryEditors).length
    ? state
    : { ...state, destroyedQueryEditors: Object.fromEntries(kept) }
}

function changeListed(state: EditorState, editorId: string, change: Partial<EditorTab>): EditorState {
  return {
    ...state,
    queryEditors: state.queryEditors.map((editor) => (editor.id === editorId ? { ...editor, ...change } : editor)),
    unsavedQueryEditor:
      state.unsavedQueryEditor.id === editorId
        ? { ...state.unsavedQueryEditor, ...pickPresent(state.unsavedQueryEditor, change) }
        : state.unsavedQueryEditor,
  }
}

/** The working copy holds only what differs: a key that it does not hold stays out. */
const pickPresent = (copy: object, change: Partial<EditorTab>): Partial<EditorTab> =>
  Object.fromEntries(Object.entries(change).filter(([key]) => key in copy))
