import { useQueries } from '@tanstack/react-query'
import { http } from '../../data/http.ts'
import { invalidateList } from '../../data/list.ts'
import { queryClient } from '../../data/query-client.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { Link } from '../../ui/router.tsx'
import { text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { catalogQueries, readTables, type UploadedTable } from '../catalog.ts'
import { closePreview } from '../results/previews.ts'
import { editorStore } from '../store.ts'

interface RemoveTableDialogProps {
  dbId: number
  table: UploadedTable
  onClose: () => void
}

/** Says what goes with an uploaded table and what stays without rows, then removes it. */
export function RemoveTableDialog({ dbId, table, onClose }: RemoveTableDialogProps) {
  const t = useText()
  return (
    <ConfirmDialog
      title={t('Delete the table {{name}}?', { name: table.table_name })}
      confirmLabel={t('Delete')}
      danger
      onConfirm={() => removeTable(dbId, table)}
      onClose={onClose}
    >
      <div className="col g3">
        <p>{t('Its rows are deleted for everyone. This cannot be undone.')}</p>
        {table.datasets.length > 0 && <Uses datasets={table.datasets} />}
      </div>
    </ConfirmDialog>
  )
}

function Uses({ datasets }: Pick<UploadedTable, 'datasets'>) {
  const t = useText()
  const uses = useQueries({ queries: datasets.map(({ id }) => usesOf(id)) })
  const counts = uses.flatMap(({ data }) => data ?? [])
  const charts = counts.reduce((sum, one) => sum + one.charts.count, 0)
  const dashboards = counts.reduce((sum, one) => sum + one.dashboards.count, 0)
  return (
    <>
      <div>
        <p>{t('This dataset is deleted with it:|These datasets are deleted with it:', { count: datasets.length })}</p>
        <ul>
          {datasets.map(({ id, table_name }) => (
            <li key={id} className="ell b">
              <Link to={`/dataset/${id}/edit/`}>{table_name}</Link>
            </li>
          ))}
        </ul>
      </div>
      {uses.some(({ isError }) => isError) ? (
        <p className="c3">{t('What depends on it could not be read')}</p>
      ) : counts.length < datasets.length ? (
        <Skeleton lines={1} height={12} />
      ) : (
        charts + dashboards > 0 && (
          <div className="cd">
            <p>{t('{{count}} chart loses its data|{{count}} charts lose their data', { count: charts })}</p>
            {dashboards > 0 && (
              <p>{t('{{count}} dashboard shows less|{{count}} dashboards show less', { count: dashboards })}</p>
            )}
          </div>
        )
      )}
    </>
  )
}

interface Counts {
  readonly charts: { readonly count: number }
  readonly dashboards: { readonly count: number }
}

const usesOf = (id: number) => ({
  queryKey: ['list', 'dataset', 'uses', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.get<Counts>(`/api/v1/dataset/${id}/related_objects`, { signal }),
})

async function removeTable(dbId: number, { schema, table_name: name }: UploadedTable): Promise<void> {
  try {
    await http.delete(`/api/v1/database/${dbId}/upload/${encodeURIComponent(name)}/`)
    toast.success(text('Deleted: {{name}}', { name }))
    const isGone = (one: { dbId: number | null; schema: string | null; name: string }) =>
      one.dbId === dbId && one.schema === schema && one.name === name
    for (const table of editorStore.getState().tables.filter(isGone)) closePreview(table)
    await invalidateList(queryClient, 'dataset')
  } catch (error) {
    toast.danger(error instanceof Error ? error.message : text('An error occurred'))
  }
  await refreshTables(dbId, schema ?? '').catch(() => toast.danger(text('The tables could not be listed')))
}

/** Also after a refusal: the table may be gone already. */
async function refreshTables(dbId: number, schema: string): Promise<void> {
  const place = { dbId, catalog: null, schema }
  queryClient.setQueryData(catalogQueries.tables(place).queryKey, await readTables(place, true))
  await queryClient.invalidateQueries({ queryKey: catalogQueries.uploaded(dbId).queryKey })
}
