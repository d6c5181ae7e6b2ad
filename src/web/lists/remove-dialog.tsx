import { useQueryClient } from '@tanstack/react-query'
import { encodeRison } from '../../wire/rison.ts'
import { http } from '../data/http.ts'
import { invalidateList } from '../data/list.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import type { ListKind } from './list-kind.ts'

const MAX_NAMED = 5

interface RemoveDialogProps<Row> {
  kind: ListKind<Row>
  rows: readonly Row[]
  onClose: () => void
  onRemoved: () => void
}

/** Names what will be gone, then deletes it. */
export function RemoveDialog<Row>({ kind, rows, onClose, onRemoved }: RemoveDialogProps<Row>) {
  const t = useText()
  const client = useQueryClient()
  const names = rows.map(kind.name)
  const handleConfirm = async () => {
    try {
      await removeRows(kind, rows)
      toast.success(t('Deleted: {{name}}', { name: names.join(', ') }))
      onRemoved()
    } catch (error) {
      toast.danger(error instanceof Error ? error.message : t('An error occurred'))
    } finally {
      await invalidateList(client, kind.resource)
    }
  }
  const [only] = rows
  return (
    <ConfirmDialog
      title={
        rows.length === 1
          ? t('Delete {{name}}?', { name: names[0] ?? '' })
          : t('Delete {{count}} items?', { count: rows.length })
      }
      confirmLabel={t('Delete')}
      danger
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>{t('This cannot be undone.')}</p>
      {only !== undefined && rows.length === 1 && kind.Uses && <kind.Uses row={only} />}
      {rows.length > 1 && (
        <ul className="named-list">
          {names.slice(0, MAX_NAMED).map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat and do not move
            <li key={at}>{name}</li>
          ))}
          {names.length > MAX_NAMED && <li>{t('and {{count}} more', { count: names.length - MAX_NAMED })}</li>}
        </ul>
      )}
    </ConfirmDialog>
  )
}

async function removeRows<Row>(kind: ListKind<Row>, rows: readonly Row[]): Promise<void> {
  const ids = rows.map(kind.id)
  if (kind.remove === 'bulk' && ids.length > 1) {
    await http.delete(`/api/v1/${kind.resource}/?q=${encodeURIComponent(encodeRison(ids))}`)
    return
  }
  for (const id of ids) await http.delete(`/api/v1/${kind.resource}/${id}`)
}
