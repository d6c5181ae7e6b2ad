import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { randomUuid } from '../../../kernel/random-id.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../datasets.module.css'
import { addColumn, newColumn } from '../model/draft.ts'
import type { Editor } from '../use-editor.ts'
import { ColumnDrawer } from './column-drawer.tsx'
import { ColumnTable } from './column-table.tsx'

export function CalculatedTab({ editor }: { editor: Editor }) {
  const t = useText()
  const [addedKey, setAddedKey] = useState<string | null>(null)
  const columns = editor.draft.columns.filter((column) => column.isCalculated)
  const added = columns.find((column) => column.key === addedKey)
  const handleAdd = () => {
    const key = `added-${randomUuid()}`
    editor.change((draft) => addColumn(draft, newColumn(key, { isCalculated: true })))
    setAddedKey(key)
  }
  const add = !editor.isReadOnly && (
    <Button icon={<IconPlus aria-hidden />} onClick={handleAdd}>
      {t('Add calculated column')}
    </Button>
  )
  return (
    <>
      {columns.length > 0 ? (
        <>
          <div className={styles.tool}>
            <span className="grow" />
            {add}
          </div>
          <ColumnTable editor={editor} columns={columns} label={t('Calculated columns')} />
        </>
      ) : (
        <EmptyState centred title={t('No calculated columns')} action={add}>
          {t('An SQL expression over the columns of a row that charts use like a column.')}
        </EmptyState>
      )}
      {added && <ColumnDrawer editor={editor} column={added} onClose={() => setAddedKey(null)} />}
    </>
  )
}
