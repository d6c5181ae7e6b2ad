import { problemMessage } from '../app/messages.ts'
import { useList } from '../data/list.ts'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatDateTime, formatDuration, formatValue } from '../ui/format.ts'
import { Skeleton } from '../ui/progress.tsx'
import { EmptyState, FailedState } from '../ui/states.tsx'
import { type Translate, useText } from '../ui/text.ts'
import { AlertState, RunState } from './report-run-state.tsx'
import { useEditedId } from './use-edited-id.ts'

/** An entry of `GET /api/v1/report/{id}/log/`; times are instants in UTC without a zone. */
interface RunRow {
  readonly id: number
  readonly scheduled_dttm: string
  readonly start_dttm: string | null
  readonly end_dttm: string | null
  readonly state: string
  readonly error_message: string | null
  readonly value_row_json: string | null
}

const SHOWN = 100

/** ?edit= in the address of the list shows the last runs of a report. */
export function ReportRunsRoute() {
  const { edited, close } = useEditedId()
  return typeof edited === 'number' ? <Runs key={edited} id={edited} onClose={close} /> : null
}

/** ?runs= in the address of the list shows the last runs of an alert. */
export function AlertRunsRoute() {
  const { edited, close } = useEditedId('runs')
  return typeof edited === 'number' ? <Runs key={edited} id={edited} isAlert onClose={close} /> : null
}

function Runs({ id, isAlert = false, onClose }: { id: number; isAlert?: boolean; onClose: () => void }) {
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
        <DataTable label={t('Last runs')} columns={columns(t, isAlert)} rows={data.result} rowKey={(row) => row.id} />
      )}
    </Dialog>
  )
}

const columns = (t: Translate, isAlert: boolean): readonly TableColumn<RunRow>[] => [
  { id: 'due', header: t('Due'), width: 170, cell: (row) => formatDateTime(`${row.scheduled_dttm}Z`) },
  {
    id: 'state',
    header: t('State'),
    width: 130,
    cell: ({ state }) => (isAlert ? <AlertState state={state} /> : <RunState state={state} />),
  },
  ...(isAlert ? [{ id: 'value', header: t('Value'), align: 'right', width: 110, cell: valueOfRun } as const] : []),
  { id: 'time', header: t('Duration'), align: 'right', width: 90, wideOnly: true, cell: durationOf },
  {
    id: 'error',
    header: t('What went wrong'),
    cell: (row) => <span className="run-error">{row.error_message ?? '–'}</span>,
  },
]

/** The value as it was given, which may be a text. */
function valueOfRun({ value_row_json }: RunRow) {
  const [cell] = value_row_json === null ? [] : (JSON.parse(value_row_json) as readonly (string | number | boolean)[])
  if (cell === undefined) return '–'
  return <span className="ell">{typeof cell === 'number' ? formatValue(cell) : String(cell)}</span>
}

function durationOf({ start_dttm, end_dttm }: RunRow): string {
  if (start_dttm === null || end_dttm === null) return '–'
  return formatDuration(Math.max(0, Date.parse(`${end_dttm}Z`) - Date.parse(`${start_dttm}Z`)))
}
