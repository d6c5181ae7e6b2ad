import { IconCopy } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Cell, type GridColumn, rawText } from '../../ui/grid/cell.ts'
import { useText } from '../../ui/text.ts'
import { copyText } from '../commands.ts'
import { prettyValue } from '../model/pretty-value.ts'

interface CellDialogProps {
  readonly column: GridColumn
  readonly value: Cell
  readonly onClose: () => void
}

/** The whole value of a cell, however long; JSON with its structure. */
export function CellDialog({ column, value, onClose }: CellDialogProps) {
  const t = useText()
  return (
    <Dialog
      title={column.name}
      width={640}
      onClose={onClose}
      footer={
        <Button variant="primary" icon={<IconCopy aria-hidden />} onClick={() => void copyText(rawText(value))}>
          {t('Copy value')}
        </Button>
      }
    >
      <p className="t1 c3">{column.type}</p>
      {value === null ? (
        <em className="c3">{t('null')}</em>
      ) : (
        <pre className="code sql-value-text">{prettyValue(rawText(value))}</pre>
      )}
    </Dialog>
  )
}
