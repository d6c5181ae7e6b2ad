import { bootstrap } from '../app/bootstrap.ts'
import { text } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { api } from './api.ts'
import { awaitDatabases } from './await-databases.ts'
import { editorNow } from './clock.ts'
import { keepDrafts } from './draft-keeper.ts'
import { endLostRuns } from './lost-runs.ts'
import { newEditor, withFirstDatabase } from './model/new-editor.ts'
import { mergeServerTabs, unsentTabs } from './model/persistence.ts'
import { adoptQuery, clearInactiveQueries, hasRunningQuery } from './model/queries.ts'
import { type EditorState, type EditorTab, emptyEditorState } from './model/state.ts'
import { queryFromWire, tabFromWire } from './model/wire.ts'
import { openRequested } from './open-requested.ts'
import { INACTIVE_MS } from './polling.ts'
import { recentRuns } from './recent-runs.ts'
import { followQueries } from './runner.ts'
import { pageSettings } from './settings.ts'
import { change, editorStore, tabActions } from './store.ts'
import { loadTab, startSync } from './sync-engine.ts'

/** Shows what this browser kept, then what the server knows, then what the address asks for. Returns its end. */
export async function startEditor(onFailed: (error: unknown) => void): Promise<() => void> {
  const userKey = String(bootstrap().user?.userId ?? 'none')
  const stopDrafts = await keepDrafts(userKey)
  let stopSync = () => {}
  let stopWaiting = () => {}
  try {
    await receiveServer()
    await recoverRuns()
    void endLostRuns()
    if (pageSettings().isPersisted) {
      stopSync = startSync()
      for (const id of unsentTabs(editorStore.getState())) void loadTab(id)
    }
    await openRequested()
    stopWaiting = awaitDatabases()
    if (editorStore.getState().queryEditors.length === 0) tabActions.add()
    change((state) => clearInactiveQueries(state, INACTIVE_MS, Date.now()))
    if (hasRunningQuery(editorStore.getState())) followQueries()
  } catch (error) {
    onFailed(error)
    if (editorStore.getState().queryEditors.length > 0)
      toast.warning(text('An error occurred while fetching tab state'))
  }
  return () => {
    stopWaiting()
    stopSync()
    stopDrafts()
    change(() => emptyEditorState)
  }
}

async function receiveServer(): Promise<void> {
  const { tab_state_ids: ids, active_tab: active, databases } = await api.bootstrap()
  change((state) => {
    const withDatabases = withFirstDatabase({ ...state, databases }, pageSettings())
    if (!pageSettings().isPersisted) return withDatabases
    const tabs = { ids, active: active === null ? null : tabFromWire(active) }
    const merged = mergeServerTabs(withDatabases, tabs, (id, given) => tabOf(withDatabases, id, given), editorNow())
    const owner = merged.queryEditors.find((editor) => editor.tabViewId === active?.id)
    const latest = active?.latest_query ?? null
    return owner === undefined || latest === null ? merged : adoptQuery(merged, owner.id, queryFromWire(latest))
  })
}

/** A page that closed at once may not have kept its last run; the server knows it by its id. */
async function recoverRuns(): Promise<void> {
  const { queryEditors, queries } = editorStore.getState()
  const bare = queryEditors.filter(({ latestQueryId: id }) => id !== null && queries[id] === undefined)
  if (bare.length === 0) return
  for (const query of (await recentRuns()) ?? []) {
    const editor = bare.find(({ latestQueryId }) => latestQueryId === query.id)
    if (editor) change((state) => adoptQuery(state, editor.id, query))
  }
}

const tabOf = (state: EditorState, id: string, given: Partial<EditorTab>): EditorTab =>
  newEditor({ ...emptyEditorState, databases: state.databases }, pageSettings(), { ...given, id }, 0)
