import { IconDownload, IconTrash } from '@tabler/icons-react'
import { Button } from '../ui/button.tsx'
import { useText } from '../ui/text.ts'

interface BulkBarProps {
  count: number
  onClear: () => void
  onExport: (() => void) | null
  onRemove: () => void
}

/** Replaces the right side of the title bar while rows are selected. */
export function BulkBar({ count, onClear, onExport, onRemove }: BulkBarProps) {
  const t = useText()
  return (
    <>
      <span className="t2 b" role="status">
        {t('{{count}} selected', { count })}
      </span>
      <Button variant="ghost" onClick={onClear}>
        {t('Clear selection')}
      </Button>
      {onExport && (
        <Button icon={<IconDownload aria-hidden />} onClick={onExport}>
          {t('Export')}
        </Button>
      )}
      <Button variant="danger" icon={<IconTrash aria-hidden />} onClick={onRemove}>
        {t('Delete')}
      </Button>
    </>
  )
}
