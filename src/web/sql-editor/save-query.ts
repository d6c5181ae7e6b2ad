import { queryClient } from '../data/query-client.ts'
import { text } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { api } from './api.ts'
import { activeEditor, type EditorTab } from './model/state.ts'
import { savedApi } from './saved-api.ts'
import { editorStore, tabActions } from './store.ts'
import { openDialog } from './view-store.ts'

/** A tab of a saved query is saved there at once, under the name it has; another one is asked for a name first. */
export function saveActive(): void {
  const editor = activeEditor(editorStore.getState())
  if (editor === null || !editor.loaded) return
  if (editor.remoteId === null) openDialog({ kind: 'save' })
  else void saveQuery(editor, editor.remoteId, editor.name, null)
}

/** Saves the text of a tab: of a saved query anew, else as a query of its own. Answers whether it is saved. */
export async function saveQuery(
  editor: EditorTab,
  id: number | null,
  label: string,
  description: string | null,
): Promise<boolean> {
  try {
    const saved =
      id === null
        ? await savedApi.create(editor, label, description)
        : await savedApi.update(id, editor, label, description)
    const remoteId = id ?? saved.id
    if (typeof remoteId !== 'number') {
      toast.warning(text('Your query was not properly saved'))
      return false
    }
    tabActions.set(editor.id, { remoteId, name: label, savedSql: editor.sql })
    if (editor.tabViewId !== null) {
      api
        .linkSavedQuery(editor.tabViewId, remoteId)
        .catch(() => toast.warning(text('Your query was not properly saved')))
    }
    void queryClient.invalidateQueries({ queryKey: ['sql-editor', 'saved'] })
    toast.success(text(id === null ? 'Your query was saved' : 'Your query was updated'))
    return true
  } catch {
    toast.danger(text(id === null ? 'Your query could not be saved' : 'Your query could not be updated'))
    return false
  }
}
