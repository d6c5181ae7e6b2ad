import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Checkbox } from '../../ui/choices.tsx'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { type Translate, useText } from '../../ui/text.ts'
import styles from '../datasets.module.css'
import { type ColumnDraft, changeColumn, removeColumn } from '../model/draft.ts'
import { faultAt } from '../model/faults.ts'
import type { Editor } from '../use-editor.ts'
import { ColumnDrawer } from './column-drawer.tsx'
import { rowActions } from './row-actions.tsx'
import { RowLabel } from './row-label.tsx'
import { RowName } from './row-name.tsx'

interface ColumnTableProps {
  editor: Editor
  columns: readonly ColumnDraft[]
  label: string
}

/** Names and flags change in the row, everything in the panel that a row opens. */
export function ColumnTable({ editor, columns, label }: ColumnTableProps) {
  const t = useText()
  const [openKey, setOpenKey] = useState<string | null>(null)
  const opened = editor.draft.columns.find((column) => column.key === openKey)
  const setRemoved = (column: ColumnDraft, isRemoved: boolean) =>
    editor.change((draft) =>
      isRemoved ? removeColumn(draft, column.key) : changeColumn(draft, column.key, { isRemoved: false }),
    )
  const actionsOf = (column: ColumnDraft) =>
    rowActions(
      {
        isRemoved: column.isRemoved,
        onOpen: () => setOpenKey(column.key),
        onRemove: () => setRemoved(column, true),
        onRestore: () => setRemoved(column, false),
      },
      t,
    )
  return (
    <>
      <DataTable
        label={label}
        size="lg"
        rows={columns}
        rowKey={(column) => column.key}
        rowName={(column) => column.name}
        onOpen={(column) => setOpenKey(column.key)}
        {...(!editor.isReadOnly && {
          onDelete: (column: ColumnDraft) => setRemoved(column, !column.isRemoved),
          rowActions: actionsOf,
        })}
        columns={tableColumns(editor, t, setOpenKey)}
      />
      {opened && <ColumnDrawer editor={editor} column={opened} onClose={() => setOpenKey(null)} />}
    </>
  )
}

function tableColumns(editor: Editor, t: Translate, open: (key: string) => void): readonly TableColumn<ColumnDraft>[] {
  const set = (column: ColumnDraft, change: Partial<ColumnDraft>) =>
    editor.change((draft) => changeColumn(draft, column.key, change))
  const flag = (id: FlagName, header: string): TableColumn<ColumnDraft> => ({
    id,
    header,
    width: 84,
    wideOnly: true,
    cell: (column) =>
      isClosed(editor, column) ? (
        <YesNo isYes={column[id]} />
      ) : (
        <Checkbox
          ariaLabel={t('{{name}}: {{flag}}', { name: column.name, flag: header })}
          checked={column[id]}
          onChange={(checked) => set(column, { [id]: checked })}
        />
      ),
  })
  return [
    {
      id: 'name',
      header: t('Name'),
      cell: (column) => <RowName row={column} fault={rowFault(editor, column)} onOpen={() => open(column.key)} />,
    },
    {
      id: 'verbose',
      header: t('Label'),
      width: 220,
      wideOnly: true,
      cell: (column) => (
        <RowLabel
          row={column}
          isClosed={isClosed(editor, column)}
          onChange={(verboseName) => set(column, { verboseName })}
        />
      ),
    },
    {
      id: 'type',
      header: t('Type'),
      width: 132,
      cell: (column) => <span className={`mono c2 ${styles.type}`}>{column.type === '' ? '–' : column.type}</span>,
    },
    flag('isTemporal', t('Time')),
    flag('isFilterable', t('Filter')),
    flag('isGroupable', t('Group')),
    {
      id: 'description',
      header: t('Description'),
      width: '20%',
      wideOnly: true,
      cell: (column) => (
        <span className={`c2 ${styles.clip}`}>{column.isCalculated ? column.expression : column.description}</span>
      ),
    },
  ]
}

type FlagName = 'isTemporal' | 'isFilterable' | 'isGroupable'

const isClosed = (editor: Editor, column: ColumnDraft): boolean => editor.isReadOnly || column.isRemoved

function YesNo({ isYes }: { isYes: boolean }) {
  const t = useText()
  return isYes ? <IconCheck className="s c2" aria-label={t('Yes')} /> : <span className="c3">–</span>
}

const rowFault = (editor: Editor, { key }: ColumnDraft): string | undefined =>
  faultAt(editor.faults, `${key}.name`) ?? faultAt(editor.faults, `${key}.expression`)
