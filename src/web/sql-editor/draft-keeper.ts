import { text } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { type DraftStore, noDrafts, openDrafts } from './drafts.ts'
import { lastDraft } from './last-draft.ts'
import { sessionToStore, stateFromStore, withLastDraft, withoutResults } from './model/local-storage.ts'
import { receiveWindowClosing, receiveWindowTab } from './model/persistence.ts'
import {
  activeEditor,
  activeTabId,
  allEditors,
  type ClosedTab,
  type EditorState,
  type EditorTab,
} from './model/state.ts'
import { pageSettings } from './settings.ts'
import { change, editorStore } from './store.ts'

const SESSION_DELAY_MS = 300

/** What a window tells the others: a tab that was changed, or closed. */
type WindowNews = { readonly changed: EditorTab } | { readonly closed: ClosedTab }

/** Keeps every keystroke in this browser and tells its other windows. Returns when what was kept is shown. */
export async function keepDrafts(userKey: string): Promise<() => void> {
  const drafts = await openDrafts(userKey).catch(() => noDrafts)
  const last = lastDraft(userKey)
  const { editors, session } = await drafts.load().catch(() => ({ editors: [], session: null }))
  change(() => stateFromStore(session, withLastDraft(editors, last.take()), Date.now()))
  const windows = new BroadcastChannel(`sightline-sql-editor-${userKey}`)
  const kept = new Map(allEditors(editorStore.getState()).map((editor) => [editor.id, editor]))
  windows.onmessage = ({ data }: MessageEvent<WindowNews>) => {
    if ('closed' in data) {
      kept.delete(data.closed.editor.id)
      change((state) => receiveWindowClosing(state, data.closed))
      return
    }
    kept.set(data.changed.id, data.changed)
    change((state) => receiveWindowTab(state, data.changed))
  }
  const stopWatching = editorStore.subscribe((state, before) => {
    const { changed, closed } = storeChanges(state, kept, drafts)
    for (const editor of changed) {
      last.put(editor)
      windows.postMessage({ changed: editor } satisfies WindowNews)
    }
    for (const one of closed) windows.postMessage({ closed: one } satisfies WindowNews)
    if (hasSessionChanged(state, before)) keepSession()
  })
  const keepSession = laterOnce(() => {
    const session = sessionToStore(editorStore.getState(), Date.now())
    void drafts.putSession(session).catch(() => drafts.putSession(withoutResults(session)).catch(() => undefined))
  })
  const keepAtOnce = () => {
    const shown = activeEditor(editorStore.getState())
    if (shown !== null) last.put(shown)
    keepSession.atOnce()
  }
  window.addEventListener('pagehide', keepAtOnce)
  return () => {
    stopWatching()
    keepSession.atOnce()
    window.removeEventListener('pagehide', keepAtOnce)
    windows.close()
  }
}

let isFullTold = false

function notFull(): void {
  isFullTold = false
}

/** Said once until a tab is kept again. */
function tellFull({ name }: EditorTab): void {
  if (isFullTold) return
  isFullTold = true
  const message = pageSettings().isPersisted
    ? 'This browser has no room to keep {{name}}. The tab is kept on the server alone.'
    : 'This browser has no room to keep {{name}}. Save it as a query, so that it is not lost.'
  toast.warning(text(message, { name }))
}

interface StoredChanges {
  readonly changed: readonly EditorTab[]
  readonly closed: readonly ClosedTab[]
}

/** Writes tabs that differ from what was kept, the cursor when a tab is left; answers what the user did to them. */
function storeChanges(state: EditorState, kept: Map<string, EditorTab>, drafts: DraftStore): StoredChanges {
  const changed: EditorTab[] = []
  const shown = activeTabId(state)
  const editors = allEditors(state)
  for (const editor of editors) {
    const before = kept.get(editor.id)
    const isChanged = before === undefined || !isSame(before, editor)
    if (!isChanged && (editor.id === shown || isAtSamePlace(before, editor))) continue
    kept.set(editor.id, editor)
    void drafts.putEditor(editor).then(notFull, () => tellFull(editor))
    if (isChanged) changed.push(editor)
  }
  const gone = [...kept.keys()].filter((id) => !editors.some((editor) => editor.id === id))
  for (const id of gone) {
    kept.delete(id)
    void drafts.deleteEditor(id).catch(() => undefined)
  }
  const closed = state.closedTabs.filter(({ editor, reason }) => reason === 'closed' && gone.includes(editor.id))
  return { changed, closed }
}

const isSame = (a: EditorTab, b: EditorTab): boolean =>
  a.updatedAt === b.updatedAt &&
  a.latestQueryId === b.latestQueryId &&
  a.tabViewId === b.tabViewId &&
  a.syncedAt === b.syncedAt &&
  a.loaded === b.loaded &&
  a.changedAhead === b.changedAhead

const isAtSamePlace = (a: EditorTab, b: EditorTab): boolean =>
  a.cursorPosition === b.cursorPosition && a.selectedText === b.selectedText

const hasSessionChanged = (state: EditorState, before: EditorState): boolean =>
  state.tabHistory !== before.tabHistory ||
  state.queries !== before.queries ||
  state.tables !== before.tables ||
  state.destroyedQueryEditors !== before.destroyedQueryEditors ||
  state.closedTabs !== before.closedTabs ||
  state.activeSouthPaneTab !== before.activeSouthPaneTab ||
  state.queryEditors !== before.queryEditors

function laterOnce(run: () => void): (() => void) & { atOnce: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null
  const atOnce = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    run()
  }
  return Object.assign(
    () => {
      timer ??= setTimeout(atOnce, SESSION_DELAY_MS)
    },
    { atOnce },
  )
}
