import { consoleNote } from '../data/console-note.ts'
import { HttpError, type RequestOptions } from '../data/http.ts'
import { text } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { api } from './api.ts'
import { editorNow } from './clock.ts'
import { loseServerTab, removeGoneTab } from './model/editors.ts'
import { fillClosedTab, isGone, receiveServerTab } from './model/persistence.ts'
import { adoptQuery } from './model/queries.ts'
import { type EditorState, findEditor } from './model/state.ts'
import {
  applyActivated,
  applyCreated,
  applyDeleted,
  applyMigrated,
  applyTableCreated,
  forgetLocalDeletions,
  nextSaveAt,
  planFlush,
  planFollowers,
  planSync,
  SYNC_DELAY_MS,
  type SyncAction,
} from './model/sync-plan.ts'
import { queryFromWire, tabFromWire } from './model/wire.ts'
import { latestKnownQuery, saveTab } from './save-tab.ts'
import { pageSettings } from './settings.ts'
import { change, editorStore } from './store.ts'
import { viewStore } from './view-store.ts'

/** Keeps the tabs on the server as they are here. Returns its end. */
export function startSync(): () => void {
  let isBusy = false
  const tick = async () => {
    if (isBusy || document.visibilityState === 'hidden') return
    isBusy = true
    change(forgetLocalDeletions)
    let takesTabs = true
    for (const action of planSync(editorStore.getState(), editorNow())) {
      // Where the server does not take one tab, the others wait for the next tick.
      if (action.kind === 'create' && !takesTabs) continue
      const isDone = await perform(action)
      if (action.kind === 'create') takesTabs = isDone
    }
    isBusy = false
    saveInTime()
  }
  const saveTick = async () => {
    if (isBusy || document.visibilityState === 'hidden') return
    isBusy = true
    const due = planSync(editorStore.getState(), editorNow()).filter((action) => action.kind === 'save')
    for (const action of due) await perform(action)
    isBusy = false
    saveInTime()
  }
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  const saveInTime = () => {
    clearTimeout(saveTimer)
    const at = nextSaveAt(editorStore.getState(), editorNow())
    if (at !== null) saveTimer = setTimeout(() => void saveTick(), at - editorNow())
  }
  const stopWatching = editorStore.subscribe(saveInTime)
  const flush = () => {
    if (document.visibilityState === 'hidden') saveBeforeLeaving()
  }
  const timer = setInterval(() => void tick(), SYNC_DELAY_MS)
  document.addEventListener('visibilitychange', flush)
  void saveTick()
  return () => {
    clearInterval(timer)
    clearTimeout(saveTimer)
    stopWatching()
    document.removeEventListener('visibilitychange', flush)
    saveBeforeLeaving()
  }
}

/** Browsers end a request with its page, but for 64 kB of bodies at once; the form makes up to three characters of one. */
const KEEPALIVE_CHARACTERS = 20_000

/** Sends what is unsaved so that it arrives also where the page goes away; of many or long texts as many as may. */
function saveBeforeLeaving(): void {
  let room = KEEPALIVE_CHARACTERS
  for (const action of planFlush(editorStore.getState())) {
    const size = 'editor' in action ? action.editor.sql.length + (action.editor.templateParams?.length ?? 0) + 1000 : 0
    const keepalive = size <= room
    if (keepalive) room -= size
    void perform(action, { keepalive })
  }
}

const FAILURES: Partial<Record<SyncAction['kind'], string>> = {
  create: 'The tab could not be moved to the server. It stays in this browser and is tried again.',
  createTable: 'The table could not be moved to the server. It is tried again.',
  migrateQuery: 'The state of the query could not be moved to the server. It is tried again.',
}
const DISK_FULL = 'The server cannot save right now: its disk is full. Your text is kept in this browser.'
const told = new Set<SyncAction['kind']>()
/** Texts that the server does not take for their size, by the id of their tab. They are sent again once they are others. */
const tooLarge = new Map<string, string>()

/** A failure leaves the work to the next tick. It is said once; that of a save only in the console. Tells whether the work is done. */
async function perform(action: SyncAction, options?: RequestOptions): Promise<boolean> {
  if ('editor' in action && tooLarge.get(action.editor.id) === action.editor.sql) return true
  try {
    await send(action, options)
    told.delete(action.kind)
    return true
  } catch (error) {
    if (isTooLarge(action, error) || (await isSettled(action, error))) return true
    if (action.kind === 'save') consoleNote('warn', 'A tab could not be saved; it is tried again', error)
    const message = messageOf(action, error)
    if (message === undefined || told.has(action.kind)) return false
    told.add(action.kind)
    toast.warning(text(message))
    return false
  }
}

const messageOf = ({ kind }: SyncAction, error: unknown): string | undefined =>
  error instanceof HttpError && error.status === 507 ? DISK_FULL : FAILURES[kind]

/** Whether the text of a tab is more than the server takes: sending it again would not help. */
function isTooLarge(action: SyncAction, error: unknown): boolean {
  if (!('editor' in action && error instanceof HttpError && error.status === 413)) return false
  const { id, name, sql } = action.editor
  tooLarge.set(id, sql)
  toast.warning(
    text('{{name}} is too large to be kept on the server. It stays in this browser and is sent once it is shorter.', {
      name,
    }),
  )
  return true
}

/** Whether a 404 ends the work: the tab is gone on the server, as it was to be, or because another place closed it. */
async function isSettled(action: SyncAction, error: unknown): Promise<boolean> {
  if (!(error instanceof HttpError) || error.status !== 404 || action.kind === 'create') return false
  if (action.kind === 'delete') {
    change((state) => applyDeleted(state, action.editorId))
    return true
  }
  const { tabViewId } = action
  const owner = editorStore.getState().queryEditors.find((editor) => editor.tabViewId === tabViewId)
  if (owner === undefined || !(await isTabUnknown(tabViewId))) return owner === undefined
  const after = change((state) => loseServerTab(state, owner.id, Date.now()))
  if (findEditor(after, owner.id) === null) tellGone(owner.id, after)
  return true
}

function tellGone(editorId: string, { closedTabs }: EditorState): void {
  const isKept = closedTabs.some(({ editor }) => editor.id === editorId)
  toast.info(
    text(isKept ? 'The tab was closed elsewhere. Its text is in the closed tabs.' : 'The tab was closed elsewhere.'),
  )
}

/** Stores the text of a tab that is run, without waiting for the next tick: what ran shall not be lost. */
export async function storeAtRun(editorId: string): Promise<void> {
  if (!pageSettings().isPersisted) return
  const action = planFlush(editorStore.getState()).find((one) => one.kind === 'save' && one.editor.id === editorId)
  if (action === undefined) return
  try {
    await send(action)
  } catch (error) {
    if (await isSettled(action, error)) return
    toast.danger(
      text(
        'An error occurred while storing your query in the backend. Save it with the Save Query button so that it is not lost.',
      ),
    )
  }
}

async function send(action: SyncAction, options?: RequestOptions): Promise<void> {
  switch (action.kind) {
    case 'create':
      return createTab(action.editor.id)
    case 'save':
      return saveTab(action.tabViewId, action.editor, options)
    case 'activate':
      await api.activateTab(action.tabViewId)
      change((state) => applyActivated(state, action.tabViewId))
      return
    case 'createTable': {
      const table = editorStore.getState().tables.find((entry) => entry.id === action.tableId)
      if (table === undefined) return
      const { id } = await api.createTable(action.tabViewId, table)
      const created = change((state) => applyTableCreated(state, action.tableId, id))
      const isRemoved = !created.tables.some((entry) => entry.id === action.tableId)
      if (isRemoved && findEditor(created, table.queryEditorId) !== null) await api.deleteTable(id)
      // The server keeps every table opened at first.
      const isCollapsed = created.tables.find((entry) => entry.id === action.tableId)?.expanded === false
      if (isCollapsed) await api.expandTable(id, false)
      return
    }
    case 'migrateQuery':
      await api.migrateQuery(action.tabViewId, action.queryId)
      change((state) => applyMigrated(state, action.queryId))
      return
    case 'delete':
      await fetchClosed(action)
      if (!(action.editorId in editorStore.getState().destroyedQueryEditors)) return
      await api.deleteTab(action.tabViewId)
      change((state) => applyDeleted(state, action.editorId))
      return
  }
}

/** Sends a tab as it is by now: the tabs before it took their time. */
async function createTab(editorId: string): Promise<void> {
  const editor = findEditor(editorStore.getState(), editorId)
  if (editor === null) return
  const { id } = await api.createTab(editor)
  const created = change((state) => applyCreated(state, editorId, id))
  for (const next of planFollowers(created, id)) await perform(next)
}

/** Tells the server which run of a tab is its latest, as soon as the server knows the run. */
export function storeLatestRun(queryId: string): void {
  const state = editorStore.getState()
  const editor = findEditor(state, state.queries[queryId]?.sqlEditorId ?? null)
  if (!pageSettings().isPersisted || editor === null || editor.tabViewId === null) return
  if (latestKnownQuery(state, editor.id) !== queryId) return
  api.saveLatestRun(editor.tabViewId, queryId).catch(() => undefined)
}

/** A tab that was closed before it had come is fetched for the closed tabs: deleted, it could not be reopened. */
async function fetchClosed({ editorId, tabViewId }: Extract<SyncAction, { kind: 'delete' }>): Promise<void> {
  const { closedTabs } = editorStore.getState()
  if (!closedTabs.some(({ editor }) => editor.id === editorId && !editor.loaded)) return
  const wire = await api.readTab(tabViewId)
  change((state) => fillClosedTab(state, editorId, tabFromWire(wire)))
}

/** Fetches a tab of which only the name is known. */
export async function loadTab(editorId: string): Promise<void> {
  const editor = findEditor(editorStore.getState(), editorId)
  if (editor === null || editor.loaded || editor.tabViewId === null) return
  const { tabViewId } = editor
  viewStore.setState((state) => ({ failedTabs: state.failedTabs.filter((id) => id !== editorId) }))
  try {
    const wire = await api.readTab(tabViewId)
    change((state) => {
      const received = receiveServerTab(state, tabFromWire(wire))
      return wire.latest_query === null ? received : adoptQuery(received, editorId, queryFromWire(wire.latest_query))
    })
    await saveDue(editorId)
  } catch (error) {
    const status = error instanceof HttpError ? error.status : 0
    if (isGone({ status, isFromProduct: status === 404 && (await isTabUnknown(tabViewId)) })) {
      tellGone(
        editorId,
        change((state) => removeGoneTab(state, editorId, Date.now())),
      )
    } else {
      toast.danger(text('An error occurred while fetching tab state'))
      viewStore.setState((state) => ({ failedTabs: [...state.failedTabs, editorId] }))
    }
  }
}

/** Sends what has waited for long enough, so that one of two texts gives way before anybody types on. */
async function saveDue(editorId: string): Promise<void> {
  const due = planSync(editorStore.getState(), editorNow()).find(
    (action) => action.kind === 'save' && action.editor.id === editorId,
  )
  if (due !== undefined && pageSettings().isPersisted) await perform(due)
}

/** Fetches a tab that is not here yet, then does something with it; nothing where it could not be had. */
export async function withWholeTab(editorId: string, act: (editorId: string) => void): Promise<void> {
  await loadTab(editorId)
  if (findEditor(editorStore.getState(), editorId)?.loaded === true) act(editorId)
}

/** A 404 may come from something between us and the server; the server's own list of tabs is proof. */
async function isTabUnknown(tabViewId: number): Promise<boolean> {
  try {
    const { tab_state_ids: ids } = await api.bootstrap()
    return Array.isArray(ids) && !ids.some((entry) => entry.id === tabViewId)
  } catch {
    return false
  }
}
