import { VersionsDialog } from '../../data/versions/lazy-versions.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import type { EditorTab } from '../model/state.ts'
import { savedApi } from '../saved-api.ts'
import { tabActions } from '../store.ts'

/** The versions of the query that the tab shows; one that is brought back comes into the tab. */
export function SavedVersions({ editor, onClose }: { editor: EditorTab; onClose: () => void }) {
  const { id, remoteId } = editor
  if (remoteId === null) return null
  return (
    <VersionsDialog
      resource="saved_query"
      id={remoteId}
      name={editor.name}
      onClose={onClose}
      onRestored={() => void showSaved(id, remoteId)}
    />
  )
}

async function showSaved(editorId: string, remoteId: number): Promise<void> {
  try {
    const { label, sql, catalog, schema, database, template_parameters } = await savedApi.read(remoteId)
    tabActions.setSql(editorId, sql)
    const place = { dbId: database?.id ?? null, catalog, schema }
    tabActions.set(editorId, { name: label, savedSql: sql, templateParams: template_parameters, ...place })
  } catch {
    toast.danger(text("The query couldn't be loaded"))
  }
}
