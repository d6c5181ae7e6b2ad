import { IconChartHistogram, IconLayoutDashboard, IconMail, IconPower } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { chartPath, dashboardPath, mayExplore, PATHS } from '../../app/places.ts'
import { invalidateList } from '../../data/list.ts'
import { queryClient } from '../../data/query-client.ts'
import { reportCalls } from '../../data/reports.ts'
import { Badge } from '../../ui/marks.tsx'
import { type Translate, text } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { Ago, People } from '../cells.tsx'
import type { ListKind } from '../list-kind.ts'
import type { Person } from '../people.ts'
import { RunState } from '../report-run-state.tsx'
import { ScheduleWords } from '../schedule-words.tsx'

export interface ReportRow {
  readonly id: number
  readonly name: string
  readonly active: boolean
  readonly crontab: string
  readonly crontab_humanized: string
  readonly timezone: string
  readonly last_state: string
  /** An instant in UTC without a zone. */
  readonly last_eval_dttm: string | null
  readonly owners: readonly Person[]
  readonly chart_id: number | null
  readonly dashboard_id: number | null
}

/** What is sent by e-mail, as far as one may change it. */
export const reports: ListKind<ReportRow> = {
  resource: 'report',
  title: 'Email reports',
  columns: [
    {
      id: 'name',
      header: 'Name',
      order: 'name',
      cell: (row, t) => (
        <>
          <IconMail className="c3" aria-hidden />
          <span className="ell b">{row.name}</span>
          {!row.active && <Badge>{t('Switched off')}</Badge>}
        </>
      ),
    },
    {
      id: 'about',
      header: 'About',
      width: 110,
      wideOnly: true,
      cell: (row, t) => (
        <Badge
          icon={
            row.chart_id === null ? (
              <IconLayoutDashboard className="s" aria-hidden />
            ) : (
              <IconChartHistogram className="s" aria-hidden />
            )
          }
        >
          {t(row.chart_id === null ? 'Dashboard' : 'Chart')}
        </Badge>
      ),
    },
    {
      id: 'schedule',
      header: 'Schedule',
      order: 'crontab_humanized',
      wideOnly: true,
      cell: (row) => <ScheduleWords crontab={row.crontab} english={row.crontab_humanized} zone={row.timezone} />,
    },
    { id: 'owners', header: 'Owners', width: 110, wideOnly: true, cell: (row) => <People people={row.owners} /> },
    { id: 'state', header: 'Last run', width: 120, cell: (row) => <RunState state={row.last_state} /> },
    {
      id: 'ran',
      header: 'Ran',
      order: 'last_eval_dttm',
      align: 'right',
      width: 120,
      wideOnly: true,
      cell: (row) => <Ago time={row.last_eval_dttm && `${row.last_eval_dttm}Z`} />,
    },
  ],
  search: { col: 'name', opr: 'report_all_text', hint: 'Name or description' },
  choices: [
    {
      id: 'active',
      label: 'State',
      options: [
        { value: 'true', label: 'Active' },
        { value: 'false', label: 'Switched off' },
      ],
      filter: (value) => ({ col: 'active', opr: 'eq', value: value === 'true' }),
    },
  ],
  always: [{ col: 'type', opr: 'eq', value: 'Report' }],
  sort: { id: 'name', desc: false },
  id: (row) => row.id,
  name: (row) => row.name,
  open: (row) => `${PATHS.reports}?edit=${row.id}`,
  favorites: null,
  remove: 'bulk',
  canChange: () => can('can_write', 'ReportSchedule'),
  actions: (row, t) => [
    switchItem(row, t),
    ...(row.chart_id === null || !mayExplore() ? [] : [{ label: t('Open the chart'), to: chartPath(row.chart_id) }]),
    ...(row.dashboard_id === null ? [] : [{ label: t('Open the dashboard'), to: dashboardPath(row.dashboard_id) }]),
  ],
  empty: {
    title: 'No email reports',
    text: 'A report sends a dashboard or a chart by e-mail. It is set up in the menu of either.',
  },
}

export const switchItem = (row: ReportRow, t: Translate) => ({
  label: t(row.active ? 'Switch off' : 'Switch on'),
  icon: <IconPower aria-hidden />,
  onSelect: () => void turn(row),
})

async function turn(row: ReportRow): Promise<void> {
  try {
    await reportCalls.switch(row.id, !row.active)
  } catch {
    toast.danger(text('We were unable to active or deactivate this report.'))
  } finally {
    await invalidateList(queryClient, 'report')
  }
}
