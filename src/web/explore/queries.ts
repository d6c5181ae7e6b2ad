import { queryOptions } from '@tanstack/react-query'
import { type QueryContext, type QueryFilter, type QueryObject, queryObject } from '../../query/query-object.ts'
import { encodeQueryContext } from '../../query/wire/encode.ts'
import { encodeRison } from '../../wire/rison.ts'
import { bootstrap, owns } from '../app/bootstrap.ts'
import { readAnswer } from '../data/chart-answer.ts'
import { datasourceOf, type FormData } from '../data/chart-request.ts'
import { http } from '../data/http.ts'
import { postForAnswer } from '../data/later-answer.ts'
import { OPTION_PAGE, type Pages, readList } from '../data/list.ts'
import { inTimeZone, timeRangePath } from '../data/time-zone.ts'
import type { SaveRequest } from './model/saving.ts'
import type { ExploreAnswer } from './model/wire.ts'

/** Everything the screen opens with, by the address of the page. */
export const exploreQuery = (search: string) =>
  queryOptions({
    queryKey: ['explore', search],
    queryFn: async ({ signal }) =>
      (await http.get<{ result: ExploreAnswer }>(`/api/v1/explore/?${search}`, { signal })).result,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export interface SavedChart {
  readonly id: number
}

export const saveChart = (id: number | null, request: SaveRequest): Promise<SavedChart> =>
  id === null ? http.post('/api/v1/chart/', request) : http.put(`/api/v1/chart/${id}`, request)

/** The ids of the dashboards that a chart is on. */
export async function readDashboardsOf(chartId: number): Promise<readonly number[]> {
  const q = encodeURIComponent(encodeRison({ columns: ['dashboards.id'] }))
  const { result } = await http.get<{ result: { dashboards?: readonly { id: number }[] } }>(
    `/api/v1/chart/${chartId}?q=${q}`,
  )
  return (result.dashboards ?? []).map(({ id }) => id)
}

export interface DashboardChoice {
  readonly id: number
  readonly dashboard_title: string
}

/** Dashboards by title, to put a chart on: those that the user may change. */
export const dashboardsPages = (search: string): Pages<DashboardChoice> => ({
  key: ['explore-dashboards', search],
  read: (page, signal) =>
    readList<DashboardChoice>(
      {
        resource: 'dashboard',
        columns: ['id', 'dashboard_title'],
        filters: [
          ...(search ? [{ col: 'dashboard_title', opr: 'title_or_slug', value: search }] : []),
          ...(owns([]) ? [] : [{ col: 'owners', opr: 'rel_m_m', value: bootstrap().user?.userId ?? 0 }]),
        ],
        orderColumn: 'dashboard_title',
        page,
        pageSize: OPTION_PAGE,
      },
      signal,
    ),
})

export const createDashboard = async (title: string): Promise<number> =>
  (await http.post<{ id: number }>('/api/v1/dashboard/', { dashboard_title: title })).id

/** A lasting address of settings, and of the zone that they are looked at in. */
export async function permalink(form: FormData, timeZone: string | null): Promise<string> {
  const body = { formData: form, urlParams: Object.entries(inTimeZone(timeZone)) }
  return (await http.post<{ url: string }>('/api/v1/explore/permalink', body)).url
}

/** Keeps settings that are not saved, so that a reload finds them. */
export async function keepFormData(form: FormData, tabId: string): Promise<string> {
  const datasource = datasourceOf(form)
  const body = {
    datasource_id: datasource?.id,
    datasource_type: datasource?.type,
    ...(typeof form.slice_id === 'number' ? { chart_id: form.slice_id } : {}),
    form_data: JSON.stringify(form),
  }
  return (await http.post<{ key: string }>(`/api/v1/explore/form_data?tab_id=${tabId}`, body)).key
}

export interface RangeReading {
  readonly since: string | null
  readonly until: string | null
}

export const timeRangeQuery = (text: string, timeZone: string | null) =>
  queryOptions({
    queryKey: ['time-range', text, timeZone],
    retry: false,
    queryFn: async ({ signal }): Promise<RangeReading> => {
      const path = timeRangePath(text, timeZone)
      const { result } = await http.get<{ result: RangeReading | readonly RangeReading[] }>(path, { signal })
      const first = Array.isArray(result) ? result[0] : (result as RangeReading)
      return { since: first?.since || null, until: first?.until || null }
    },
  })

export interface ValueCount {
  readonly value: unknown
  readonly count: number
}
export interface ColumnValues {
  readonly values: readonly ValueCount[]
  readonly distinct: number
  readonly rows: number
}

const TOP_VALUES = 200
const COUNT = { kind: 'sql', sqlExpression: 'COUNT(*)', label: 'rows' } as const

/** The most frequent values of a column with their rows. */
export const columnValuesQuery = (datasource: string, column: string, search: string) =>
  queryOptions({
    queryKey: ['column-values', datasource, column, search],
    queryFn: async ({ signal }): Promise<ColumnValues> => {
      const contains: QueryFilter = { column, op: 'ILIKE', value: `%${search}%`, grain: null, isExtra: false }
      const top = queryObject({
        columns: [column],
        metrics: [COUNT],
        orderby: [[COUNT, false]],
        rowLimit: TOP_VALUES,
        filters: search ? [contains] : [],
      })
      const all = queryObject({ metrics: [COUNT] })
      return readValues(await ask(datasource, [top, all], signal))
    },
  })

/** Rows of a dataset as they are stored, as many as the server gives for a sample. */
export const samplesQuery = (datasource: string) =>
  queryOptions({
    queryKey: ['samples', datasource],
    queryFn: async ({ signal }) => (await ask(datasource, [queryObject({})], signal, 'samples'))[0] ?? null,
  })

async function ask(
  datasource: string,
  queries: readonly QueryObject[],
  signal: AbortSignal,
  resultType: QueryContext['resultType'] = 'full',
) {
  const ref = datasourceOf({ datasource })
  if (ref === null) throw new Error('The chart has no dataset')
  const body = encodeQueryContext({
    datasource: ref,
    queries,
    force: false,
    formData: null,
    resultFormat: 'json',
    resultType,
    customCacheTimeout: null,
    timeZone: null,
  })
  return readAnswer(await postForAnswer('/api/v1/chart/data', body, { signal }), 0).frames
}

function readValues(frames: Awaited<ReturnType<typeof ask>>): ColumnValues {
  const [names = [], counts = []] = frames[0]?.columns ?? []
  return {
    values: names.map((value, row) => ({ value: value ?? null, count: Number(counts[row] ?? 0) })),
    distinct: names.length,
    rows: Number(frames[1]?.columns[0]?.[0] ?? 0),
  }
}

export interface DatasetChoice {
  readonly id: number
  readonly table_name: string
  readonly schema: string | null
  readonly database: { readonly database_name: string } | null
}

export const datasetsPages = (search: string): Pages<DatasetChoice> => ({
  key: ['explore-datasets', search],
  read: (page, signal) =>
    readList<DatasetChoice>(
      {
        resource: 'dataset',
        columns: ['id', 'table_name', 'schema', 'database.database_name'],
        filters: search ? [{ col: 'table_name', opr: 'ct', value: search }] : [],
        orderColumn: 'table_name',
        page,
        pageSize: OPTION_PAGE,
      },
      signal,
    ),
})

export const starQuery = (id: number) =>
  queryOptions({
    queryKey: ['chart-star', id],
    queryFn: async ({ signal }) => {
      const path = `/api/v1/chart/favorite_status/?q=${encodeURIComponent(encodeRison([id]))}`
      const { result } = await http.get<{ result: readonly { id: number; value: boolean }[] }>(path, { signal })
      return result.some((one) => one.id === id && one.value)
    },
  })

export const setStar = (id: number, isStarred: boolean): Promise<unknown> =>
  isStarred ? http.post(`/api/v1/chart/${id}/favorites/`) : http.delete(`/api/v1/chart/${id}/favorites/`)

/** Stored annotation layers that a chart can show. */
export const annotationLayersQuery = queryOptions({
  queryKey: ['explore', 'annotation-layers'],
  queryFn: ({ signal }) =>
    http
      .get<{ result: readonly { readonly id: number; readonly name: string }[] }>(
        `/api/v1/annotation_layer/?q=${encodeRison({ page_size: 1000 })}`,
        { signal },
      )
      .then((body) => body.result),
})

/** Charts whose results another chart can show. */
export const chartNamesQuery = queryOptions({
  queryKey: ['explore', 'chart-names'],
  queryFn: ({ signal }) =>
    http
      .get<{ result: readonly { readonly id: number; readonly slice_name: string | null }[] }>(
        `/api/v1/chart/?q=${encodeRison({ columns: ['id', 'slice_name'], page_size: 1000 })}`,
        { signal },
      )
      .then((body) => body.result),
})
