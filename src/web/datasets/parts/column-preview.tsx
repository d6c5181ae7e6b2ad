import { IconTable } from '@tabler/icons-react'
import { problemMessage } from '../../app/messages.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../datasets.module.css'
import { useTableColumns } from '../queries.ts'

interface ColumnPreviewProps {
  databaseId: number | null
  schema: string | null
  table: string | null
}

/** The columns that the dataset of a table begins with. */
export function ColumnPreview({ databaseId, schema, table }: ColumnPreviewProps) {
  const t = useText()
  const columns = useTableColumns(databaseId, schema, table)
  if (table === null)
    return (
      <EmptyState centred icon={<IconTable className="l" aria-hidden />} title={t('Choose a table')}>
        {t('Its columns are shown here.')}
      </EmptyState>
    )
  if (columns.isPending)
    return (
      <div className={styles.wait}>
        <Skeleton lines={8} height={14} />
      </div>
    )
  if (columns.isError)
    return (
      <FailedState centred title={t('The columns could not be read')} onRetry={() => void columns.refetch()}>
        {problemMessage(columns.error, t).reason}
      </FailedState>
    )
  return (
    <DataTable
      label={t('Columns')}
      rows={columns.data}
      rowKey={(column) => column.name}
      columns={[
        { id: 'name', header: t('Name'), cell: (column) => <span className="mono">{column.name}</span> },
        { id: 'type', header: t('Type'), cell: (column) => <span className="mono c2">{column.longType}</span> },
      ]}
    />
  )
}
