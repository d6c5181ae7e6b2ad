import { asLost, closeTab, keptRuns, settleUnsaved, withClosed } from './editors.ts'
import { settingsOf, withServerSettings } from './seen-settings.ts'
import { type ClosedTab, type EditorState, type EditorTab, findEditor, isNameOnly, type TableEntry } from './state.ts'
import { isSameTable } from './tables.ts'

/** A table of a tab as the server keeps it. */
export type ServerTable = Omit<TableEntry, 'id' | 'queryEditorId' | 'serverId'> & { readonly serverId: number }

/** A tab as GET /tabstateview/{id} gives it, in the words of the editor. */
export interface ServerTab {
  readonly tabViewId: number
  readonly updatedAt: number
  readonly tables: readonly ServerTable[]
  readonly tab: Partial<Omit<EditorTab, 'id'>>
}

export interface ServerTabs {
  readonly ids: readonly { readonly id: number; readonly label: string }[]
  readonly active: ServerTab | null
}

/** The tabs of this browser and of the server as one list. */
export function mergeServerTabs(
  state: EditorState,
  server: ServerTabs,
  build: (id: string, given: Partial<EditorTab>) => EditorTab,
  now: number,
): EditorState {
  const settled = settleUnsaved(state)
  const destroyed = new Set(Object.values(settled.destroyedQueryEditors).map((entry) => entry.tabViewId))
  const known = server.ids.filter((entry) => !destroyed.has(entry.id))
  const kept = settled.queryEditors.map((editor) => keepLocal(editor, known))
  const gone = kept.filter((editor) => editor === null).length > 0 ? goneTabs(settled, known, now) : settled
  const locals = kept.filter((editor) => editor !== null)
  const added = known
    .filter((entry) => !locals.some((editor) => editor.tabViewId === entry.id))
    .map((entry) => build(String(entry.id), stub(entry)))
  const merged: EditorState = { ...gone, queryEditors: [...locals, ...added] }
  const withActive = server.active === null ? merged : receiveServerTab(merged, server.active)
  return { ...withActive, tabHistory: historyAfterMerge(withActive, server.active) }
}

/** The state of one tab from the server; the copy of this browser wins when it is newer. */
export function receiveServerTab(state: EditorState, server: ServerTab): EditorState {
  const owner = state.queryEditors.find((editor) => editor.tabViewId === server.tabViewId)
  if (owner === undefined) return state
  return {
    ...state,
    queryEditors: state.queryEditors.map((editor) =>
      editor === owner ? withOwnRun(mergeTab(editor, server), editor, state) : editor,
    ),
    tables: mergeTables(state.tables, owner.id, server.tables),
  }
}

/**
 * The run that a tab shows: a refused one is known to no server, which therefore names none, and of a later one it may
 * not have been told yet.
 */
function withOwnRun(merged: EditorTab, local: EditorTab, { queries }: EditorState): EditorTab {
  const own = queries[local.latestQueryId ?? '']
  const told = queries[merged.latestQueryId ?? '']
  if (own === undefined) return merged
  const isUnsent = merged.latestQueryId === null && own.serverId === null
  const isLater = told !== undefined && own.startDttm > told.startDttm
  return isUnsent || isLater ? { ...merged, latestQueryId: own.id } : merged
}

/** The server says which tables of a tab are opened; those that it does not have yet stay. */
function mergeTables(
  tables: EditorState['tables'],
  queryEditorId: string,
  server: readonly ServerTable[],
): EditorState['tables'] {
  const own = tables.filter((table) => table.queryEditorId === queryEditorId)
  const merged = server.map((entry): TableEntry => {
    const placed = { ...entry, queryEditorId, id: `server-${entry.serverId}` }
    const known = own.find((table) => isSameTable(table, placed))
    return known === undefined
      ? placed
      : { ...known, serverId: entry.serverId, expanded: entry.expanded, inLocalStorage: false }
  })
  const unsent = own.filter((table) => table.serverId === null && !merged.some((entry) => isSameTable(table, entry)))
  return [...tables.filter((table) => table.queryEditorId !== queryEditorId), ...unsent, ...merged]
}

/** The text of a tab that was closed before it had come, for reopening it after it is deleted on the server. */
export const fillClosedTab = (state: EditorState, id: string, server: ServerTab): EditorState => ({
  ...state,
  closedTabs: state.closedTabs.map((closed) =>
    closed.editor.id === id && !closed.editor.loaded ? { ...closed, editor: mergeTab(closed.editor, server) } : closed,
  ),
})

function mergeTab(local: EditorTab, server: ServerTab): EditorTab {
  const merged = newerOf(local, server)
  const ahead = local.changedAhead ?? null
  return ahead === null
    ? merged
    : { ...merged, ...ahead.change, updatedAt: Math.max(ahead.at, merged.updatedAt + 1), changedAhead: null }
}

function newerOf(local: EditorTab, server: ServerTab): EditorTab {
  if (local.updatedAt > server.updatedAt)
    return { ...withServerSettings(local, server.tab), loaded: true, syncedAt: server.updatedAt }
  if (isUnsentText(local, server)) return { ...withServerSettings(local, server.tab), loaded: true }
  const tab = { ...local, ...server.tab }
  return {
    ...tab,
    seenSettings: settingsOf(tab),
    ...(isNameOnly(local) ? { cursorPosition: server.tab.sql?.length ?? 0 } : {}),
    savedSql: local.savedSql,
    tabViewId: server.tabViewId,
    updatedAt: server.updatedAt,
    syncedAt: server.updatedAt,
    loaded: true,
    inLocalStorage: false,
  }
}

/** A text that the server never had, and that is not in the one it has: it is sent, and the server keeps it. */
const isUnsentText = (local: EditorTab, { tab }: ServerTab): boolean =>
  local.updatedAt > local.syncedAt && !isNameOnly(local) && tab.sql !== undefined && !tab.sql.includes(local.sql)

/** A tab that the server lost stays when it holds work the server never had. */
function keepLocal(editor: EditorTab, known: ServerTabs['ids']): EditorTab | null {
  if (editor.tabViewId === null) return { ...editor, inLocalStorage: true }
  const label = known.find((entry) => entry.id === editor.tabViewId)?.label
  if (label !== undefined) return { ...editor, ...(hasUnsent(editor) ? {} : { name: label }), loaded: false }
  return editor.updatedAt > editor.syncedAt && !isNameOnly(editor)
    ? { ...editor, ...asLost(editor), inLocalStorage: true, loaded: true }
    : null
}

const hasUnsent = (editor: EditorTab): boolean =>
  editor.updatedAt > editor.syncedAt || (editor.changedAhead ?? null) !== null

/** Tabs of which this browser holds changes that the server never had, and which have to come from it first. */
export const unsentTabs = (state: EditorState): readonly string[] =>
  state.queryEditors.filter((editor) => !editor.loaded && hasUnsent(editor)).map((editor) => editor.id)

function goneTabs(state: EditorState, known: ServerTabs['ids'], now: number): EditorState {
  const gone = state.queryEditors.filter((editor) => keepLocal(editor, known) === null)
  const closed = gone
    .filter((editor) => !isNameOnly(editor))
    .map((editor) => ({
      editor,
      closedAt: now,
      reason: 'gone' as const,
      queries: keptRuns(state, editor.id),
    }))
  const without = gone.reduce((reduced, editor) => closeTab(reduced, editor.id, now), state)
  return {
    ...without,
    destroyedQueryEditors: state.destroyedQueryEditors,
    closedTabs: withClosed(state.closedTabs, closed),
  }
}

const stub = (entry: { readonly id: number; readonly label: string }): Partial<EditorTab> => ({
  name: entry.label,
  tabViewId: entry.id,
  dbId: null,
  sql: '',
  loaded: false,
  inLocalStorage: false,
  updatedAt: 0,
})

function historyAfterMerge(state: EditorState, active: ServerTab | null): readonly string[] {
  const ids = new Set(state.queryEditors.map((editor) => editor.id))
  const history = state.tabHistory.filter((id) => ids.has(id))
  if (history.length > 0) return history
  const first = state.queryEditors.find((editor) => editor.tabViewId === active?.tabViewId) ?? state.queryEditors[0]
  return first === undefined ? [] : [first.id]
}

/** The server has a later text of a tab and has kept the one from here: that of the server is shown. */
export function giveWay(state: EditorState, server: ServerTab, sent: EditorTab): EditorState {
  const local = findEditor(state, sent.id)
  if (local === null || local.updatedAt !== sent.updatedAt) return state
  const settled = settleUnsaved(state)
  return {
    ...settled,
    queryEditors: settled.queryEditors.map((editor) =>
      editor.id === sent.id ? newerOf({ ...editor, updatedAt: 0, syncedAt: 0 }, server) : editor,
    ),
  }
}

/**
 * A tab that was closed in another window of this browser is closed here too, and can be reopened here. One whose text
 * has not come is deleted by that window alone, which may take it back.
 */
export function receiveWindowClosing(state: EditorState, closed: ClosedTab): EditorState {
  const { id, loaded } = closed.editor
  if (state.closedTabs.some(({ editor }) => editor.id === id)) return state
  const without = closeTab(state, id, closed.closedAt)
  const { destroyedQueryEditors } = loaded ? without : state
  return { ...without, destroyedQueryEditors, closedTabs: withClosed(state.closedTabs, [closed]) }
}

/** A change of a tab made in another window of this browser: the later one wins. */
export function receiveWindowTab(state: EditorState, other: EditorTab): EditorState {
  const known = findEditor(state, other.id)
  if (known === null) {
    return other.id in state.destroyedQueryEditors
      ? state
      : { ...state, queryEditors: [...state.queryEditors, other], tabHistory: firstIfEmpty(state.tabHistory, other.id) }
  }
  if (known.updatedAt >= other.updatedAt) return adoptServerId(state, other, known.updatedAt === other.updatedAt)
  return {
    ...state,
    unsavedQueryEditor: state.unsavedQueryEditor.id === other.id ? {} : state.unsavedQueryEditor,
    queryEditors: state.queryEditors.map((editor) => (editor.id === other.id ? other : editor)),
  }
}

const syncOf = ({ syncedAt, seenRevision = null, seenSettings = null }: EditorTab) => ({
  syncedAt,
  seenRevision,
  seenSettings,
})

const firstIfEmpty = (history: readonly string[], id: string): readonly string[] =>
  history.length === 0 ? [id] : history

/** What another window has told the server, or heard from it, of a tab that is changed no later there. */
function adoptServerId(state: EditorState, other: EditorTab, isSameText: boolean): EditorState {
  if (other.tabViewId === null) return state
  const adopt = (editor: EditorTab): EditorTab => {
    const known = editor.tabViewId ?? other.tabViewId
    if (known !== other.tabViewId) return editor
    const synced = isSameText && other.syncedAt > editor.syncedAt
    return {
      ...editor,
      tabViewId: known,
      inLocalStorage: false,
      ...(synced ? syncOf(other) : {}),
    }
  }
  return {
    ...state,
    queryEditors: state.queryEditors.map((editor) => (editor.id === other.id ? adopt(editor) : editor)),
  }
}

/** Only our own server saying so means that a tab is gone; a proxy's 404 does not. */
export const isGone = (answer: { readonly status: number; readonly isFromProduct: boolean }): boolean =>
  answer.status === 404 && answer.isFromProduct
