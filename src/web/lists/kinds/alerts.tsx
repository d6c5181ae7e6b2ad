import { IconBell, IconHistory } from '@tabler/icons-react'
import { chartPath, dashboardPath, mayExplore, PATHS } from '../../app/places.ts'
import { Badge } from '../../ui/marks.tsx'
import { NewAlert } from '../alerts/alert-dialog.tsx'
import type { ListKind } from '../list-kind.ts'
import { AlertState, RunState } from '../report-run-state.tsx'
import { type ReportRow, reports, switchItem } from './reports.tsx'

const OTHERWISE = new Set(['name', 'about', 'state'])

/** What is sent where a statement gives something to tell of, as far as one may change it. */
export const alerts: ListKind<ReportRow> = {
  ...reports,
  title: 'Alerts',
  columns: [
    {
      id: 'name',
      header: 'Name',
      order: 'name',
      cell: (row, t) => (
        <>
          <IconBell className="c3" aria-hidden />
          <span className="ell b">{row.name}</span>
          {!row.active && <Badge>{t('Switched off')}</Badge>}
        </>
      ),
    },
    { id: 'state', header: 'Last run', width: 150, cell: (row) => <LastRun row={row} /> },
    ...reports.columns.filter(({ id }) => !OTHERWISE.has(id)),
  ],
  always: [{ col: 'type', opr: 'eq', value: 'Alert' }],
  open: (row) => `${PATHS.alerts}?edit=${row.id}`,
  opensEditor: true,
  actions: (row, t) => [
    { label: t('Last runs'), icon: <IconHistory aria-hidden />, to: `${PATHS.alerts}?runs=${row.id}` },
    switchItem(row, t),
    ...(row.chart_id === null || !mayExplore() ? [] : [{ label: t('Open the chart'), to: chartPath(row.chart_id) }]),
    ...(row.dashboard_id === null ? [] : [{ label: t('Open the dashboard'), to: dashboardPath(row.dashboard_id) }]),
  ],
  empty: {
    title: 'No alerts',
    text: 'An alert asks a database on a schedule and sends an email when the answer crosses a line.',
  },
  Create: () => <NewAlert />,
}

function LastRun({ row }: { row: ReportRow }) {
  return row.last_eval_dttm === null ? <RunState state="Not triggered" /> : <AlertState state={row.last_state} />
}
