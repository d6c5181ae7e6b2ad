import type { ListKind } from './list-kind.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'

/** What is about to be done to rows that were chosen. */
export interface BulkWork<Row> {
  readonly does: 'tag' | 'remove'
  readonly rows: readonly Row[]
}

interface BulkDialogProps<Row> {
  kind: ListKind<Row>
  work: BulkWork<Row>
  onClose: () => void
  onDone: () => void
}

export function BulkDialog<Row>({ kind, work: { does, rows }, onClose, onDone }: BulkDialogProps<Row>) {
  if (does === 'remove') return <RemoveDialog kind={kind} rows={rows} onClose={onClose} onRemoved={onDone} />
  if (!kind.tagged) return null
  const ids = rows.map(kind.id)
  return <TagDialog resource={kind.resource} tagged={kind.tagged} ids={ids} onClose={onClose} onTagged={onDone} />
}
