import { formatCount, formatDuration } from '../../ui/format.ts'
import { Badge, type Tone } from '../../ui/marks.tsx'
import type { Translate } from '../../ui/text.ts'
import { Ago } from '../cells.tsx'
import type { ListKind } from '../list-kind.ts'
import { type Person, personName } from '../people.ts'
import { DATABASE_CHOICE } from './shared-choices.ts'

interface QueryRow {
  readonly id: number
  readonly status: string
  readonly sql: string
  readonly database: { readonly database_name: string } | null
  readonly schema: string | null
  readonly rows: number | null
  readonly start_time: number | null
  readonly end_time: number | null
  readonly user: Person | null
  readonly error_message?: string | null
}

const STATUS: Readonly<Record<string, readonly [tone: Tone, label: string]>> = {
  success: ['ok', 'Success'],
  failed: ['danger', 'Failed'],
  stopped: ['warn', 'Stopped'],
  timed_out: ['danger', 'Timed out'],
  running: ['accent', 'Running'],
  pending: ['accent', 'Waiting'],
  scheduled: ['accent', 'Scheduled'],
}

export const queryHistory: ListKind<QueryRow> = {
  resource: 'query',
  title: 'Query history',
  columns: [
    {
      id: 'sql',
      header: 'Statement',
      cell: (row) => (
        <code className="mono ell sql-cell" data-tip={row.sql.slice(0, 600)}>
          {row.sql.replace(/\s+/g, ' ').slice(0, 160)}
        </code>
      ),
    },
    { id: 'status', header: 'State', width: 110, cell: (row, t) => <QueryState row={row} t={t} /> },
    {
      id: 'database',
      header: 'Connection',
      order: 'database.database_name',
      width: 130,
      wideOnly: true,
      cell: (row) => row.database?.database_name ?? '–',
    },
    {
      id: 'rows',
      header: 'Rows',
      order: 'rows',
      align: 'right',
      width: 90,
      wideOnly: true,
      cell: (row) => (row.rows === null ? '–' : formatCount(row.rows)),
    },
    { id: 'time', header: 'Duration', align: 'right', width: 100, wideOnly: true, cell: (row) => durationOf(row) },
    {
      id: 'user',
      header: 'User',
      order: 'user.first_name',
      width: 120,
      wideOnly: true,
      cell: (row) => personName(row.user),
    },
    {
      id: 'started',
      header: 'Started',
      order: 'start_time',
      align: 'right',
      width: 120,
      cell: (row) => <Ago time={row.start_time} />,
    },
  ],
  search: { col: 'sql', opr: 'ct', hint: 'Statement' },
  choices: [
    DATABASE_CHOICE,
    {
      id: 'state',
      label: 'State',
      options: ['success', 'failed', 'stopped', 'timed_out', 'running'].map((value) => ({
        value,
        label: STATUS[value]?.[1] ?? value,
      })),
      filter: (value) => ({ col: 'status', opr: 'eq', value }),
    },
  ],
  sort: { id: 'started', desc: true },
  id: (row) => row.id,
  name: (row) => row.sql.slice(0, 60),
  open: (row) => `/sqllab/?queryId=${row.id}`,
  favorites: null,
  remove: null,
  canChange: () => false,
  empty: { title: 'No queries yet', text: 'Every statement that you run is kept here with its time and rows.' },
}

function QueryState({ row, t }: { row: QueryRow; t: Translate }) {
  const [tone, label] = STATUS[row.status] ?? ['neutral', row.status]
  return (
    <span data-tip={row.error_message || undefined}>
      <Badge tone={tone}>{t(label)}</Badge>
    </span>
  )
}

function durationOf(row: QueryRow): string {
  if (row.start_time === null || row.end_time === null) return '–'
  return formatDuration(Math.max(0, row.end_time - row.start_time))
}
