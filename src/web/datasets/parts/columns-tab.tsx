import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../datasets.module.css'
import type { Editor } from '../use-editor.ts'
import { ColumnTable } from './column-table.tsx'
import { SyncDialog } from './sync-dialog.tsx'

export function ColumnsTab({ editor }: { editor: Editor }) {
  const t = useText()
  const [search, setSearch] = useState('')
  const [isSyncing, setSyncing] = useState(false)
  const all = editor.draft.columns.filter((column) => !column.isCalculated)
  const needle = search.trim().toLowerCase()
  const shown = all.filter((column) => `${column.name} ${column.verboseName}`.toLowerCase().includes(needle))
  const sync = !editor.isReadOnly && (
    <Button icon={<IconRefresh aria-hidden />} onClick={() => setSyncing(true)}>
      {t('Sync columns from source')}
    </Button>
  )
  return (
    <>
      <div className={styles.tool}>
        <TextInput
          type="search"
          soft
          ariaLabel={t('Search columns')}
          placeholder={t('Search columns')}
          value={search}
          onChange={setSearch}
        />
        <span className="grow" />
        {sync}
      </div>
      {shown.length > 0 ? (
        <ColumnTable editor={editor} columns={shown} label={t('Columns')} />
      ) : (
        <EmptyState
          centred
          title={all.length === 0 ? t('No columns') : t('Nothing matches')}
          action={all.length > 0 && <Button onClick={() => setSearch('')}>{t('Clear search')}</Button>}
        >
          {all.length === 0 && t('The source has told none. Sync to read them.')}
        </EmptyState>
      )}
      {isSyncing && <SyncDialog editor={editor} onClose={() => setSyncing(false)} />}
    </>
  )
}
