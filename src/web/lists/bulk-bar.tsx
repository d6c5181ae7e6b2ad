import { IconDownload, IconTag, IconTrash } from '@tabler/icons-react'
import { can } from '../app/bootstrap.ts'
import { Button } from '../ui/button.tsx'
import { useText } from '../ui/text.ts'
import type { BulkWork } from './bulk-dialog.tsx'
import { canExport, exportArchive } from './export-archive.ts'
import type { ListKind } from './list-kind.ts'

interface BulkBarProps<Row> {
  kind: ListKind<Row>
  chosen: readonly Row[]
  onClear: () => void
  onWork: (work: BulkWork<Row>) => void
}

/** Replaces the right side of the title bar while rows are selected. */
export function BulkBar<Row>({ kind, chosen, onClear, onWork }: BulkBarProps<Row>) {
  const t = useText()
  const onExport = exportOf(kind, chosen)
  return (
    <>
      <span className="t2 b" role="status">
        {t('{{count}} selected', { count: chosen.length })}
      </span>
      <Button variant="ghost" onClick={onClear}>
        {t('Clear selection')}
      </Button>
      {kind.tagged && can('can_bulk_create', 'Tag') && (
        <Button icon={<IconTag aria-hidden />} onClick={() => onWork({ does: 'tag', rows: chosen })}>
          {t('Add tags')}
        </Button>
      )}
      {onExport && (
        <Button icon={<IconDownload aria-hidden />} onClick={onExport}>
          {t('Export')}
        </Button>
      )}
      <Button
        variant="danger"
        icon={<IconTrash aria-hidden />}
        onClick={() => onWork({ does: 'remove', rows: chosen })}
      >
        {t('Delete')}
      </Button>
    </>
  )
}

function exportOf<Row>({ imports, id }: ListKind<Row>, chosen: readonly Row[]): (() => void) | null {
  return imports && canExport(imports) ? () => exportArchive(imports, chosen.map(id)) : null
}
