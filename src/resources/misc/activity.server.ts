import { sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import type { NewRow } from '../../metadata/tables.server.ts'
import { visibleCharts, visibleDashboards } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { humanized } from '../kit/project.ts'

const MAX_EVENTS = 1024
const MAX_EVENT_BYTES = 20_000
const YEAR_MS = 365 * 86_400_000

type Event = Readonly<Record<string, unknown>>
type Query = Readonly<Record<string, unknown>>

/** Stores beacons of a user or a guest; what is no event is left out, and nobody known leaves no row. */
export async function storeEvents(
  services: Services,
  caller: Caller,
  query: Query,
  events: unknown,
  referer: string | null,
) {
  if (caller.kind === 'anonymous' || !Array.isArray(events)) return
  if (events.length > MAX_EVENTS) throw new Problem(400, 'At most 1,024 events per call.')
  const at = services.now().toISOString()
  const rows = events
    .filter((event): event is Event => typeof event === 'object' && event !== null)
    .map((event) => rowOf(event, query, caller.userId, at, referer))
  if (rows.length > 0) await services.db.insertInto('logs').values(rows).execute()
}

interface LogEntry {
  readonly action?: string | null | undefined
  readonly dashboard_id?: number | null | undefined
  readonly slice_id?: number | null | undefined
  readonly duration_ms?: number | null | undefined
  readonly json?: string | null | undefined
  readonly referrer?: string | null | undefined
}

/** Stores one entry of the caller's and gives its id; who and when are the server's to say. */
export async function storeEntry({ db, now }: Services, caller: Caller, entry: LogEntry): Promise<number> {
  const json = entry.json ?? '{}'
  const row: NewRow<'logs'> = {
    user_id: caller.userId,
    action: (entry.action ?? 'log').slice(0, 100),
    dttm: now().toISOString(),
    dashboard_id: idOf(entry.dashboard_id),
    slice_id: idOf(entry.slice_id),
    json: json.length > MAX_EVENT_BYTES ? '{}' : json,
    duration_ms: durationOf(entry.duration_ms),
    referrer: entry.referrer?.slice(0, 1024) ?? null,
  }
  return (await db.insertInto('logs').values(row).returning('id').executeTakeFirstOrThrow()).id
}

function rowOf(event: Event, query: Query, userId: number | null, at: string, referer: string | null): NewRow<'logs'> {
  const json = JSON.stringify(event)
  const source = event['source']
  return {
    user_id: userId,
    action: String(event['event_name'] ?? 'log').slice(0, 100),
    dttm: at,
    dashboard_id: idOf(source === 'dashboard' ? event['source_id'] : query['dashboard_id']),
    slice_id: idOf(source === 'slice' || source === 'explore' ? event['source_id'] : query['slice_id']),
    json: json.length > MAX_EVENT_BYTES ? '{}' : json,
    duration_ms: durationOf(event['duration']),
    referrer: referer?.slice(0, 1024) ?? null,
  }
}

function idOf(value: unknown): number | null {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : null
}

const durationOf = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value < 2 ** 31 ? Math.round(value) : null

/** Dashboards and charts that the caller looked at, each once, the latest first. */
export async function recentActivity(services: Services, caller: Caller, page: number, size: number) {
  const now = services.now()
  const since = new Date(now.getTime() - YEAR_MS).toISOString()
  const rows = await services.db
    .selectFrom('logs')
    .leftJoin('dashboards', (join) =>
      join.onRef('dashboards.id', '=', 'logs.dashboard_id').on(visibleDashboards(caller)),
    )
    .leftJoin('charts', (join) => join.onRef('charts.id', '=', 'logs.slice_id').on(visibleCharts(caller)))
    .where('logs.user_id', '=', caller.userId)
    .where('logs.dttm', '>=', since)
    .where((e) => e.or([e('dashboards.id', 'is not', null), e('charts.id', 'is not', null)]))
    .groupBy(['dashboards.id', 'dashboards.dashboard_title', 'charts.id', 'charts.slice_name'])
    .select([
      'dashboards.id as dashboard',
      'dashboards.dashboard_title as dashboard_title',
      'charts.id as chart',
      'charts.slice_name as chart_title',
      sql<string>`max(logs.dttm)`.as('at'),
    ])
    .orderBy(sql`max(logs.dttm)`, 'desc')
    .limit(size)
    .offset(Math.min(page * size, Number.MAX_SAFE_INTEGER))
    .execute()
  return rows.map((row) => {
    const isDashboard = row.dashboard !== null
    return {
      action: 'log',
      item_title: (isDashboard ? row.dashboard_title : row.chart_title) ?? '',
      item_type: isDashboard ? 'dashboard' : 'slice',
      item_url: isDashboard ? `/superset/dashboard/${row.dashboard}/` : `/explore/?slice_id=${row.chart}`,
      time: Date.parse(row.at),
      time_delta_humanized: humanized(row.at, now),
    }
  })
}
