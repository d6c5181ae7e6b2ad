import { problemMessage } from '../app/messages.ts'
import { useList } from '../data/list.ts'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatDateTime, formatDuration } from '../ui/format.ts'
import { Skeleton } from '../ui/progress.tsx'
import { EmptyState, FailedState } from '../ui/states.tsx'
import { type Translate, useText } from '../ui/text.ts'
import { RunState } from './report-run-state.tsx'
import { useEditedId } from './use-edited-id.ts'

/** An entry of `GET /api/v1/report/{id}/log/`; times are instants in UTC without a zone. */
interface RunRow {
  readonly id: number
  readonly scheduled_dttm: string
  readonly start_dttm: string | null
  readonly end_dttm: string | null
  readonly state: string
  readonly error_message: string | null
}

const SHOWN = 100

/** ?edit= in the address of the list shows the last runs of a report. */
export function ReportRunsRoute() {
  const { edited, close } = useEditedId()
  return typeof edited === 'number' ? <ReportRuns key={edited} id={edited} onClose={close} /> : null
}

function ReportRuns({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useList<RunRow>({
    resource: `report/${id}/log`,
    orderColumn: 'scheduled_dttm',
    isDescending: true,
    pageSize: SHOWN,
  })
  return (
    <Dialog title={t('Last runs')} width={720} onClose={onClose}>
      {!data && !error && <Skeleton lines={6} />}
      {error && (
        <FailedState title={t('The runs of the report could not be read')} onRetry={() => void refetch()}>
          {problemMessage(error, t).reason}
        </FailedState>
      )}
      {data?.result.length === 0 && (
        <EmptyState title={t('It has not run yet')}>{t('It runs at the next time of its schedule.')}</EmptyState>
      )}
      {data && data.result.length > 0 && (
        <DataTable label={t('Last runs')} columns={columns(t)} rows={data.result} rowKey={(row) => row.id} />
      )}
    </Dialog>
  )
}

const columns = (t: Translate): readonly TableColumn<RunRow>[] => [
  { id: 'due', header: t('Due'), width: 170, cell: (row) => formatDateTime(`${row.scheduled_dttm}Z`) },
  { id: 'state', header: t('State'), width: 110, cell: (row) => <RunState state={row.state} /> },
  { id: 'time', header: t('Duration'), align: 'right', width: 90, wideOnly: true, cell: durationOf },
  {
    id: 'error',
    header: t('What went wrong'),
    cell: (row) => <span className="run-error">{row.error_message ?? '–'}</span>,
  },
]

function durationOf({ start_dttm, end_dttm }: RunRow): string {
  if (start_dttm === null || end_dttm === null) return '–'
  return formatDuration(Math.max(0, Date.parse(`${end_dttm}Z`) - Date.parse(`${start_dttm}Z`)))
}
