import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { openSavedQuery } from '../open-requested.ts'
import { savedApi } from '../saved-api.ts'

export function SavedQueriesDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['sql-editor', 'saved', 0],
    queryFn: () => savedApi.list(0),
  })
  const needle = search.trim().toLowerCase()
  const shown = (data?.result ?? []).filter((saved) => `${saved.label} ${saved.sql}`.toLowerCase().includes(needle))
  const open = (id: number) => {
    onClose()
    openSavedQuery(id).catch(() => toast.danger(t("The query couldn't be loaded")))
  }
  return (
    <Dialog title={t('Open saved query')} width={640} onClose={onClose}>
      <TextInput
        type="search"
        ariaLabel={t('Search')}
        placeholder={t('Name or SQL')}
        value={search}
        onChange={setSearch}
        autoFocus
      />
      {isPending && <Skeleton lines={4} />}
      {isError && <FailedState title={t('The saved queries could not be listed')} onRetry={() => void refetch()} />}
      {data !== undefined && shown.length === 0 && (
        <EmptyState title={needle === '' ? t('No query is saved yet') : t('Nothing found')} />
      )}
      <ul className="sql-saved-list">
        {shown.map((saved) => (
          <li key={saved.id}>
            <button type="button" onClick={() => open(saved.id)}>
              <span className="b ell">{saved.label}</span>
              <span className="c3 t1 ell">{saved.database?.database_name}</span>
              <span className="mono c3 t1 ell">{saved.sql.replace(/\s+/g, ' ').slice(0, 160)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
