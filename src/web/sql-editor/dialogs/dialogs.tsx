import { partAhead } from '../../ui/part-ahead.tsx'
import { activeEditor, findEditor } from '../model/state.ts'
import { useEditor } from '../store.ts'
import { openDialog, useView } from '../view-store.ts'
import { CellDialog } from './cell-dialog.tsx'
import { CreateTableDialog } from './create-table-dialog.tsx'
import { DatasetDialog } from './dataset-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { SavedQueriesDialog } from './saved-queries-dialog.tsx'
import { SavedVersions } from './saved-versions.tsx'
import { TemplateParamsDialog } from './template-params-dialog.tsx'

const { part: ScheduleDialog } = partAhead(() =>
  import('./schedule-dialog.tsx').then((module) => module.ScheduleDialog),
)
const { part: RemoveTableDialog } = partAhead(() =>
  import('./remove-table-dialog.tsx').then((module) => module.RemoveTableDialog),
)

const { part: EarlierDialog } = partAhead(() => import('./earlier-dialog.tsx').then((module) => module.EarlierDialog))

const close = () => openDialog(null)

/** The one dialog that is open, if any. */
export function Dialogs() {
  const dialog = useView((state) => state.dialog)
  const editor = useEditor(activeEditor)
  const named = useEditor((state) =>
    dialog !== null && 'editorId' in dialog ? findEditor(state, dialog.editorId) : null,
  )
  if (dialog === null) return null
  if (dialog.kind === 'savedQueries') return <SavedQueriesDialog onClose={close} />
  if (dialog.kind === 'cell') return <CellDialog column={dialog.column} value={dialog.value} onClose={close} />
  if (dialog.kind === 'removeTable')
    return <RemoveTableDialog dbId={dialog.dbId} table={dialog.table} onClose={close} />
  if (dialog.kind === 'earlier') return named === null ? null : <EarlierDialog editor={named} onClose={close} />
  if (editor === null) return null
  switch (dialog.kind) {
    case 'save':
    case 'saveAsNew':
      return <SaveDialog editor={editor} isNew={dialog.kind === 'saveAsNew'} onClose={close} />
    case 'schedule':
      return <ScheduleDialog editor={editor} onClose={close} />
    case 'dataset':
      return <DatasetDialog editor={editor} sql={dialog.sql} onClose={close} />
    case 'templateParams':
      return <TemplateParamsDialog editor={editor} onClose={close} />
    case 'versions':
      return <SavedVersions editor={editor} onClose={close} />
    case 'rename':
      return named === null ? null : <RenameDialog editor={named} onClose={close} />
    case 'createTable':
      return <CreateTableDialog method={dialog.method} onClose={close} />
  }
}
