import { copyName } from './new-editor.ts'
import { isFinished, queriesOfEditor } from './queries.ts'
import {
  activeTabId,
  type ClosedTab,
  type EditorState,
  type EditorTab,
  findEditor,
  isNameOnly,
  type QueryRecord,
  type UnsavedEditor,
} from './state.ts'

const MAX_CLOSED_TABS = 50

/** Adds a tab and makes it the active one. */
export function addEditor(state: EditorState, editor: EditorTab): EditorState {
  const settled = settleUnsaved(state)
  return {
    ...settled,
    queryEditors: [...settled.queryEditors, editor],
    tabHistory: [...settled.tabHistory, editor.id],
  }
}

/** Writes the working copy of the active tab into the list and begins another one. */
export function switchTab(state: EditorState, id: string): EditorState {
  if (!state.queryEditors.some((editor) => editor.id === id) || activeTabId(state) === id) return state
  const settled = settleUnsaved(state)
  return { ...settled, tabHistory: [...settled.tabHistory.filter((entry) => entry !== id), id] }
}

/** A copy in a tab of its own, which runs as soon as it is shown. */
export function cloneEditor(state: EditorState, sourceId: string, id: string, now: number): EditorState {
  const source = findEditor(state, sourceId)
  if (source === null) return state
  return addEditor(state, {
    ...source,
    id,
    tabViewId: null,
    remoteId: null,
    name: copyName(source.name),
    autorun: true,
    latestQueryId: null,
    updatedAt: now,
    inLocalStorage: true,
    syncedAt: 0,
    seenRevision: null,
    seenSettings: null,
    formerTabViewId: null,
    savedSql: null,
  })
}

/**
 * A change of the active tab goes to the working copy, of any other tab to the list. That of a tab which has not come
 * from the server yet does not make it the newer copy: what the server has of it is not known.
 */
export function changeEditor(
  state: EditorState,
  id: string,
  change: Partial<Omit<EditorTab, 'id'>>,
  now: number,
): EditorState {
  const known = findEditor(state, id)
  if (known?.loaded === false) return changeAhead(state, known, change, now)
  const stamped = { ...change, updatedAt: laterThan(known, now) }
  if (activeTabId(state) === id) {
    const base: UnsavedEditor = state.unsavedQueryEditor.id === id ? state.unsavedQueryEditor : {}
    return { ...state, unsavedQueryEditor: { ...base, ...stamped, id } }
  }
  return {
    ...state,
    queryEditors: state.queryEditors.map((editor) => (editor.id === id ? { ...editor, ...stamped } : editor)),
  }
}

/** A change is later than what it changes, also where that came from a browser whose clock is ahead. */
const laterThan = (known: EditorTab | null, now: number): number => Math.max(now, (known?.updatedAt ?? 0) + 1)

function changeAhead(
  state: EditorState,
  editor: EditorTab,
  change: Partial<Omit<EditorTab, 'id'>>,
  now: number,
): EditorState {
  const changed = {
    ...editor,
    ...change,
    changedAhead: { at: now, change: { ...editor.changedAhead?.change, ...change } },
  }
  return { ...state, queryEditors: state.queryEditors.map((entry) => (entry.id === editor.id ? changed : entry)) }
}

/** Where the cursor stands and what is selected before it. No change of the tab: it is kept with the next one. */
export function setCursor(state: EditorState, cursorPosition: number, selectedText: string | null): EditorState {
  const id = activeTabId(state)
  return {
    ...state,
    queryEditors: state.queryEditors.map((editor) =>
      editor.id === id ? { ...editor, cursorPosition, selectedText } : editor,
    ),
  }
}

export const setSql = (state: EditorState, id: string, sql: string, now: number): EditorState =>
  changeEditor(state, id, { sql }, now)

export function renameEditor(state: EditorState, id: string, name: string, now: number): EditorState {
  const trimmed = name.trim()
  return trimmed === '' ? state : changeEditor(state, id, { name: trimmed }, now)
}

/** Removes a tab with its queries and tables, remembers it for the server and for reopening. */
export function closeTab(state: EditorState, id: string, now: number): EditorState {
  const editor = findEditor(state, id)
  if (editor === null) return state
  const destroyed = { at: now, tabViewId: editor.tabViewId }
  const place = state.queryEditors.findIndex((entry) => entry.id === id)
  const removed = dropEditor(state, id, {
    editor,
    closedAt: now,
    place,
    reason: 'closed',
    queries: keptRuns(state, id),
  })
  return { ...removed, destroyedQueryEditors: { ...removed.destroyedQueryEditors, [id]: destroyed } }
}

/** Takes a tab away that the server no longer has; its text stays in the bin of this browser. */
export function removeGoneTab(state: EditorState, id: string, now: number): EditorState {
  const editor = findEditor(state, id)
  return editor === null
    ? state
    : dropEditor(
        state,
        id,
        isNameOnly(editor) ? null : { editor, closedAt: now, reason: 'gone', queries: keptRuns(state, id) },
      )
}

/** A tab that was deleted elsewhere while it is open here: what the server never had becomes a local tab again. */
export function loseServerTab(state: EditorState, id: string, now: number): EditorState {
  const editor = findEditor(state, id)
  if (editor === null || editor.updatedAt <= editor.syncedAt) return removeGoneTab(state, id, now)
  const local = { ...asLost(editor), inLocalStorage: true }
  return {
    ...state,
    lastUpdatedActiveTab: '',
    queryEditors: state.queryEditors.map((entry) => (entry.id === id ? { ...entry, ...local } : entry)),
    tables: state.tables.map((table) =>
      table.queryEditorId === id ? { ...table, serverId: null, inLocalStorage: true } : table,
    ),
    queries: Object.fromEntries(
      Object.entries(state.queries).map(([key, query]) => [
        key,
        query.sqlEditorId === id ? { ...query, inLocalStorage: true } : query,
      ]),
    ),
  }
}

/** What a tab is that the server has lost: new to it, with what is kept of the lost one. */
export const asLost = ({ tabViewId, formerTabViewId }: EditorTab) => ({
  tabViewId: null,
  formerTabViewId: tabViewId ?? formerTabViewId ?? null,
  seenRevision: null,
  seenSettings: null,
  syncedAt: 0,
})

/** The runs that come back with a closed tab: those that have ended. */
export const keptRuns = (state: EditorState, editorId: string): readonly QueryRecord[] =>
  queriesOfEditor(state.queries, editorId).filter((query) => isFinished(query.state) && !query.isDataPreview)

export function closeOtherTabs(state: EditorState, id: string, now: number): EditorState {
  return state.queryEditors
    .filter((editor) => editor.id !== id)
    .reduce((reduced, editor) => closeTab(reduced, editor.id, now), state)
}

/**
 * Brings back a closed tab with its runs, as a tab that the server does not know; one that had not come from the
 * server when it was closed is taken back from there, as long as it was not deleted.
 */
export function reopenTab(state: EditorState, id: string, now: number, place = 0): EditorState {
  const closed = state.closedTabs[place]
  if (closed === undefined) return state
  const rest = state.closedTabs.filter((_, index) => index !== place)
  const { [closed.editor.id]: deletion, ...otherDeletions } = state.destroyedQueryEditors
  if (!closed.editor.loaded && deletion !== undefined) {
    const back = { ...addEditor(state, closed.editor), closedTabs: rest, destroyedQueryEditors: otherDeletions }
    return moveTab(back, closed.editor.id, closed.place ?? back.queryEditors.length)
  }
  const runs = (closed.queries ?? []).map((query) => ({ ...query, sqlEditorId: id, inLocalStorage: true }))
  const latest = runs.find((query) => query.id === closed.editor.latestQueryId) ?? runs[0]
  const editor: EditorTab = {
    ...closed.editor,
    ...asLost(closed.editor),
    id,
    latestQueryId: latest?.id ?? null,
    autorun: false,
    loaded: true,
    inLocalStorage: true,
    updatedAt: now,
  }
  const added = {
    ...addEditor(state, editor),
    closedTabs: rest,
    queries: { ...state.queries, ...Object.fromEntries(runs.map((query) => [query.id, query])) },
  }
  return closed.place === undefined ? added : moveTab(added, id, closed.place)
}

/** The tab after or before the active one; after the last comes the first. */
export function neighbourTab(state: EditorState, step: 1 | -1): string | null {
  const count = state.queryEditors.length
  const place = state.queryEditors.findIndex((editor) => editor.id === activeTabId(state))
  if (count === 0 || place === -1) return null
  return state.queryEditors[(place + step + count) % count]?.id ?? null
}

export function moveTab(state: EditorState, id: string, toPlace: number): EditorState {
  const editor = state.queryEditors.find((entry) => entry.id === id)
  if (editor === undefined) return state
  const others = state.queryEditors.filter((entry) => entry.id !== id)
  return { ...state, queryEditors: [...others.slice(0, toPlace), editor, ...others.slice(toPlace)] }
}

/** The list with the working copy written into it. */
export function settleUnsaved(state: EditorState): EditorState {
  const { id } = state.unsavedQueryEditor
  const editor = id === undefined ? null : findEditor(state, id)
  if (editor === null) return state.unsavedQueryEditor.id === undefined ? state : { ...state, unsavedQueryEditor: {} }
  return {
    ...state,
    queryEditors: state.queryEditors.map((entry) => (entry.id === id ? editor : entry)),
    unsavedQueryEditor: {},
  }
}

function dropEditor(state: EditorState, id: string, closed: ClosedTab | null): EditorState {
  const queryEditors = state.queryEditors.filter((editor) => editor.id !== id)
  const history = state.tabHistory.filter((entry) => entry !== id)
  const last = queryEditors.at(-1)
  return {
    ...state,
    queryEditors,
    unsavedQueryEditor: state.unsavedQueryEditor.id === id ? {} : state.unsavedQueryEditor,
    tabHistory: history.length === 0 && last !== undefined ? [last.id] : history,
    queries: Object.fromEntries(Object.entries(state.queries).filter(([, query]) => query.sqlEditorId !== id)),
    tables: state.tables.filter((table) => table.queryEditorId !== id),
    closedTabs: closed === null ? state.closedTabs : withClosed(state.closedTabs, [closed]),
  }
}

/** The bin of this browser with more in it. */
export const withClosed = (bin: readonly ClosedTab[], more: readonly ClosedTab[]): readonly ClosedTab[] =>
  [...more, ...bin].slice(0, MAX_CLOSED_TABS)
