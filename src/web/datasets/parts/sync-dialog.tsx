import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemMessage } from '../../app/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import styles from '../datasets.module.css'
import { isSourceChanged } from '../model/draft.ts'
import { applyDiff, diffColumns, isSame, type SourceDiff } from '../model/source-diff.ts'
import { querySource, storedSource, tableSource } from '../queries.ts'
import type { Editor } from '../use-editor.ts'

/** Shows how the source differs, before anything is taken over. */
export function SyncDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useText()
  const source = useSource(editor)
  const diff = source.data ? diffColumns(editor.draft.columns, source.data) : null
  const handleApply = () => {
    if (diff) editor.change((draft) => applyDiff(draft, diff))
    toast.info(t('Columns taken over. Save to keep them.'))
    onClose()
  }
  return (
    <Dialog
      title={t('Sync columns from source')}
      onClose={onClose}
      width={520}
      onSubmit={handleApply}
      footer={
        <>
          <Button onClick={onClose}>{diff && isSame(diff) ? t('Close') : t('Cancel')}</Button>
          {diff && !isSame(diff) && (
            <Button type="submit" variant="primary">
              {t('Apply changes')}
            </Button>
          )}
        </>
      }
    >
      {source.isFetching ? (
        <Skeleton lines={6} height={14} />
      ) : source.error ? (
        <FailedState title={t('The source could not be read')} onRetry={() => void source.refetch()}>
          {problemMessage(source.error, t).reason}
        </FailedState>
      ) : (
        diff && <DiffView diff={diff} />
      )}
    </Dialog>
  )
}

function useSource({ dataset, draft, before }: Editor) {
  const { sql, schema, tableName, templateParams } = draft.settings
  return useQuery({
    queryKey: ['dataset-source', dataset.id, sql, schema, tableName],
    // The source is asked whenever someone wants to know.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => {
      if (!isSourceChanged(draft, before, dataset.kind)) return storedSource(dataset.id, signal)
      return dataset.kind === 'virtual'
        ? querySource(dataset, { sql, schema, templateParams }, signal)
        : tableSource(dataset, { schema, tableName }, signal)
    },
  })
}

function DiffView({ diff }: { diff: SourceDiff }) {
  const t = useText()
  if (isSame(diff))
    return (
      <EmptyState title={t('The columns are those of the source')}>{t('There is nothing to take over.')}</EmptyState>
    )
  return (
    <div className="col g4">
      <p className="c2">{t('Labels, descriptions and flags of columns that stay are kept.')}</p>
      <DiffGroup title={t('Added')} icon={<IconPlus className="s co" aria-hidden />}>
        {diff.added.map((column) => (
          <DiffRow key={column.column_name} name={column.column_name} detail={column.type ?? ''} />
        ))}
      </DiffGroup>
      <DiffGroup title={t('Removed')} icon={<IconMinus className="s cd" aria-hidden />}>
        {diff.removed.map((column) => (
          <DiffRow key={column.key} name={column.name} detail={column.type} />
        ))}
      </DiffGroup>
      <DiffGroup title={t('Changed')} icon={<IconPencil className="s cw" aria-hidden />}>
        {diff.changed.map((column) => (
          <DiffRow key={column.key} name={column.name} detail={`${column.from} → ${column.to}`} />
        ))}
      </DiffGroup>
    </div>
  )
}

function DiffGroup({ title, icon, children }: { title: string; icon: ReactNode; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section>
      <h3 className="row g1">
        {icon}
        {title} <span className="c3">{children.length}</span>
      </h3>
      <ul className={styles.diff}>{children}</ul>
    </section>
  )
}

const DiffRow = ({ name, detail }: { name: string; detail: string }) => (
  <li className="row g2 mono">
    <span className="grow ell">{name}</span>
    <span className="c3">{detail}</span>
  </li>
)
