import { HttpError, type RequestOptions } from '../data/http.ts'
import { text } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { api } from './api.ts'
import { giveWay } from './model/persistence.ts'
import { settingsOf } from './model/seen-settings.ts'
import { type EditorState, type EditorTab, findEditor } from './model/state.ts'
import { applySaved } from './model/sync-plan.ts'
import { tabFromWire } from './model/wire.ts'
import { change, editorStore } from './store.ts'
import { showEarlier } from './view-store.ts'

/** Of a text that another browser had changed meanwhile, the later one stays; the server keeps the other. */
export async function saveTab(tabViewId: number, editor: EditorTab, options?: RequestOptions): Promise<void> {
  const { id: editorId, updatedAt, name } = editor
  try {
    const { revision, hasOverwritten } = await sendTab(tabViewId, editor, options)
    change((state) => applySaved(state, { editorId, updatedAt, revision, settings: settingsOf(editor) }, Date.now()))
    if (hasOverwritten) tellEarlier('{{name}} was changed in another place too. That text is kept.', editorId, name)
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 409) throw error
    const wire = await api.readTab(tabViewId)
    change((state) => giveWay(state, tabFromWire(wire), editor))
    tellEarlier('{{name}} was changed later in another place. Your text is kept.', editorId, name)
  }
}

function tellEarlier(message: string, editorId: string, name: string): void {
  toast.info(text(message, { name }), { label: text('Earlier versions'), run: () => showEarlier(editorId) })
}

/** Without its latest run where the server no longer has that: the text must not be lost over it. */
async function sendTab(tabViewId: number, editor: EditorTab, options?: RequestOptions) {
  const latest = latestKnownQuery(editorStore.getState(), editor.id)
  try {
    return await api.saveTab(tabViewId, editor, latest, options)
  } catch (error) {
    if (latest === null || !(error instanceof HttpError) || error.status !== 400) throw error
    return api.saveTab(tabViewId, editor, null, options)
  }
}

/** Only a query that the server has recorded may be named as the latest one. */
export function latestKnownQuery(state: EditorState, editorId: string): string | null {
  const id = findEditor(state, editorId)?.latestQueryId ?? null
  return id !== null && (state.queries[id]?.serverId ?? null) !== null ? id : null
}
