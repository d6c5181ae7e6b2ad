import { canReadDataset, userCaller } from '../../metadata/access.server.ts'
import type { DatasetRecord } from '../../metadata/datasets.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { NativeFilter } from '../../query/data-mask/filter-config.ts'
import { type QueryContext, queryObject } from '../../query/query-object.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Services } from '../services.server.ts'
import { whileUnchanged } from '../while-unchanged.server.ts'
import { filterColumns, filtersIn, storedQueries } from './dashboard-questions.server.ts'
import { type AllowedQuestion, allowedBy, annotatesWithin, columnKey, isWithin } from './same-question.ts'

type Asked = Pick<QueryContext, 'formData' | 'queries' | 'resultType'>

/**
 * True when a role of the caller opens the published dashboard that the question names, or a guest's token does where
 * it is embedded, and the question is that of a chart or filter of it. A dashboard passes on only what those who made it may read: whoever last changed it or the
 * chart needs the dataset, since changing either decides what is asked.
 */
export async function opensByDashboard(
  services: Services,
  caller: Caller,
  record: DatasetRecord,
  asked: Asked,
): Promise<boolean> {
  const form = asked.formData ?? {}
  const dashboardId = idOf(form.dashboardId ?? form.dashboard_id)
  if (dashboardId === null) return false
  const dashboard = await dashboardOf(services, dashboardId)
  if (!dashboard || !isOpenTo(caller, dashboard) || !(await mayRead(services, dashboard.changed_by, record)))
    return false
  const own = await questionOf(services, dashboard, record, form)
  if (own === null) return false
  const allowed = withFiltersOf(own, dashboard, record, form)
  return asked.queries
    .map((query) => ({ ...query, resultType: query.resultType ?? asked.resultType }))
    .every((query) => isWithin(query, allowed) && (caller.kind !== 'guest' || annotatesWithin(query, allowed)))
}

function isOpenTo(caller: Caller, { embeddedAs, isPublished, roleIds }: OpenDashboard): boolean {
  if (caller.guest !== null)
    return caller.guest.resources.some(({ type, id }) => type === 'dashboard' && id === embeddedAs)
  return caller.opensByRole && isPublished && caller.roles.some(({ id }) => roleIds.includes(id))
}

interface OpenDashboard {
  /** The uuid that guest tokens name; null where it is not embedded. */
  readonly embeddedAs: string | null
  readonly isPublished: boolean
  readonly changed_by: number | null
  readonly roleIds: readonly number[]
  readonly filters: readonly NativeFilter[]
  readonly charts: readonly Row<'charts'>[]
}

function dashboardOf(services: Services, id: number): Promise<OpenDashboard | null> {
  return whileUnchanged(services, `opened dashboard ${id}`, async () => {
    const { db } = services
    const found = await db
      .selectFrom('dashboards')
      .leftJoin('embedded', 'embedded.dashboard_id', 'dashboards.id')
      .select(['dashboards.changed_by', 'json_metadata', 'published', 'embedded.uuid as embeddedAs'])
      .where('dashboards.id', '=', id)
      .executeTakeFirst()
    if (!found) return null
    const roles = await db.selectFrom('dashboard_roles').select('role_id').where('dashboard_id', '=', id).execute()
    const charts = await db
      .selectFrom('charts')
      .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
      .where('dashboard_charts.dashboard_id', '=', id)
      .selectAll('charts')
      .execute()
    const filters = filtersIn(found.json_metadata)
    const { changed_by, embeddedAs } = found
    const isPublished = found.published === 1
    return { changed_by, embeddedAs, isPublished, roleIds: roles.map(({ role_id }) => role_id), filters, charts }
  })
}

/** What the server itself made has no author. */
async function mayRead(services: Services, userId: number | null, record: DatasetRecord): Promise<boolean> {
  if (userId === null) return true
  const author = await whileUnchanged(services, `author ${userId}`, () => userCaller(services.db, userId))
  return author !== null && canReadDataset(author, record.database, record.dataset)
}

/** What the chart or the filter that is named asks; null where there is none over the dataset. */
async function questionOf(
  services: Services,
  dashboard: OpenDashboard,
  record: DatasetRecord,
  form: Readonly<Record<string, unknown>>,
): Promise<AllowedQuestion | null> {
  if (form.native_filter_id !== undefined && form.slice_id == null)
    return filterQuestion(dashboard, record, String(form.native_filter_id))
  const chart = dashboard.charts.find(({ id }) => id === idOf(form.slice_id))
  if (!chart || chart.datasource_id !== record.dataset.id) return null
  return (await mayRead(services, chart.changed_by, record)) ? allowedBy(storedQueries(chart)) : null
}

function filterQuestion({ filters }: OpenDashboard, record: DatasetRecord, id: string): AllowedQuestion | null {
  const filter = filters.find((one) => one.id === id)
  const names = filterColumns(filter ? [filter] : [], record)
  if (!filter || names.length === 0) return null
  const ends = names.flatMap((column) =>
    ['MIN', 'MAX'].map((aggregate) => ({ kind: 'simple', column, aggregate, label: null }) as const),
  )
  const where = (filter.adhoc_filters ?? [])
    .flatMap((one) => (isSql(one) ? [`(${one.sqlExpression})`] : []))
    .join(' AND ')
  const sorting = typeof filter.sortMetric === 'string' ? [filter.sortMetric] : []
  return allowedBy([queryObject({ columns: names, metrics: [...ends, ...sorting], extras: { where } })])
}

/**
 * Rows may be narrowed by what the dashboard shows of the dataset, by what its filters choose, and by names of another
 * dataset that reach the question: those of its filters and of marks that are clicked on its charts.
 */
function withFiltersOf(
  own: AllowedQuestion,
  dashboard: OpenDashboard,
  record: DatasetRecord,
  form: Readonly<Record<string, unknown>>,
): AllowedQuestion {
  const { main_dttm_col } = record.dataset
  const shown = dashboard.charts.flatMap((chart) => {
    const columns = storedQueries(chart).flatMap((query) => query.columns)
    const isSibling = chart.datasource_id === record.dataset.id
    return (isSibling ? columns : columns.filter((column) => typeof column === 'string')).map(columnKey)
  })
  const main = main_dttm_col ? [main_dttm_col] : []
  const chosen = dashboard.filters.some(({ filterType }) => filterType === 'filter_timecolumn')
    ? record.columns.filter(({ is_dttm }) => is_dttm === 1).map(({ column_name }) => column_name)
    : []
  const reaching = reachingFilters(dashboard, form).flatMap(({ targets }) => targets)
  const reached = reaching.flatMap(({ column }) => (column ? [column.name] : []))
  const filtered = [...filterColumns(dashboard.filters, record), ...reached]
  return {
    ...own,
    filterColumns: new Set([...own.filterColumns, ...shown, ...filtered, ...main]),
    timeColumns: new Set([...own.timeColumns, ...main, ...chosen]),
  }
}

/** The filters whose scope has the chart that is asked, or on which the choices that are asked depend. */
function reachingFilters({ filters }: OpenDashboard, form: Readonly<Record<string, unknown>>) {
  const chartId = idOf(form.slice_id)
  if (chartId !== null) return filters.filter((one) => one.chartsInScope?.includes(chartId) ?? true)
  const parents = filters.find(({ id }) => id === form.native_filter_id)?.cascadeParentIds ?? []
  return filters.filter(({ id }) => parents.includes(id))
}

const isSql = (filter: unknown): filter is { readonly sqlExpression: string } =>
  typeof filter === 'object' && filter !== null && 'sqlExpression' in filter && Boolean(filter.sqlExpression)

const idOf = (value: unknown) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : null)
