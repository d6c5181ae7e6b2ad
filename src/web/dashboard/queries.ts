import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Metadata, metadataOf } from '../../query/dashboard/metadata.ts'
import type { DataMasks, FilterConfig } from '../../query/data-mask/filter-config.ts'
import { encodeRison } from '../../wire/rison.ts'
import { HttpError, http } from '../data/http.ts'
import { postForAnswer } from '../data/later-answer.ts'
import { OPTION_PAGE, type Pages, readList } from '../data/list.ts'
import { inTimeZone, timeRangePath } from '../data/time-zone.ts'
import type { FilterChanges } from './model/filter-edit.ts'
import {
  chartFrom,
  datasetFrom,
  hasDefinition,
  type WireChart,
  type WireDashboard,
  type WireDataset,
  type WireSavedChart,
} from './model/wire.ts'

type Result<T> = { readonly result: T }

const API = '/api/v1/dashboard'

export const dashboardQuery = (idOrSlug: string) =>
  queryOptions({
    queryKey: ['dashboard', idOrSlug],
    queryFn: ({ signal }) =>
      http.get<Result<WireDashboard>>(`${API}/${encodeURIComponent(idOrSlug)}`, { signal }).then((body) => body.result),
  })

export const dashboardChartsQuery = (idOrSlug: string) =>
  queryOptions({
    queryKey: ['dashboard', idOrSlug, 'charts'],
    queryFn: ({ signal }) =>
      http
        .get<Result<readonly WireChart[]>>(`${API}/${encodeURIComponent(idOrSlug)}/charts`, { signal })
        .then((body) => body.result.map(chartFrom)),
  })

export const dashboardDatasetsQuery = (id: number) =>
  queryOptions({
    queryKey: ['dashboard', String(id), 'datasets'],
    queryFn: ({ signal }) =>
      http
        .get<Result<readonly WireDataset[]>>(`${API}/${id}/datasets`, { signal })
        .then((body) => body.result.map(datasetFrom)),
  })

export const datasetQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['dataset', id],
    enabled: id !== null,
    queryFn: ({ signal }) =>
      http.get<Result<WireDataset>>(`/api/v1/dataset/${id}`, { signal }).then((body) => datasetFrom(body.result)),
  })

/** All datasets that can be the source of a filter. */
export const datasetPages = (search: string): Pages<WireDataset> => ({
  key: ['dataset-choices', search],
  read: (page, signal) =>
    readList<WireDataset>(
      {
        resource: 'dataset',
        columns: ['id', 'table_name'],
        filters: search === '' ? [] : [{ col: 'table_name', opr: 'ct', value: search }],
        orderColumn: 'table_name',
        page,
        pageSize: OPTION_PAGE,
      },
      signal,
    ),
})

/** True when a saved chart has settings to draw. */
export const chartDefinitionQuery = (id: number) =>
  queryOptions({
    queryKey: ['chart', id, 'definition'],
    queryFn: ({ signal }) =>
      http.get<Result<WireSavedChart>>(`/api/v1/chart/${id}`, { signal }).then(({ result }) => hasDefinition(result)),
  })

/** Dashboards by name, as places to go to. */
export const dashboardPages = (search: string): Pages<{ id: number; dashboard_title: string | null }> => ({
  key: ['dashboard-choices', search],
  read: (page, signal) =>
    readList(
      {
        resource: 'dashboard',
        columns: ['id', 'dashboard_title'],
        filters: search === '' ? [] : [{ col: 'dashboard_title', opr: 'title_or_slug', value: search }],
        orderColumn: 'dashboard_title',
        page,
        pageSize: OPTION_PAGE,
      },
      signal,
    ),
})

/** The title of a dashboard that is a place to go to. */
export const dashboardTitleQuery = (idOrSlug: string) =>
  queryOptions({
    queryKey: ['dashboard-title', idOrSlug],
    queryFn: async ({ signal }) => {
      const path = `${API}/${encodeURIComponent(idOrSlug)}`
      return (await http.get<Result<{ dashboard_title: string | null }>>(path, { signal })).result.dashboard_title
    },
  })

/** One chart that is not in the dashboard as saved. */
export const chartQuery = (id: number) =>
  queryOptions({
    queryKey: ['chart', id, 'for-dashboard'],
    queryFn: async ({ signal }) => {
      const [{ result }, formData] = await Promise.all([
        http.get<Result<WireSavedChart>>(`/api/v1/chart/${id}`, { signal }),
        http.get<Readonly<Record<string, unknown>>>(`/api/v1/form_data/?slice_id=${id}`, { signal }),
      ])
      return chartFrom({
        id,
        slice_name: result.slice_name,
        description: result.description ?? null,
        form_data: formData,
      })
    },
  })

export interface FoundChart {
  readonly id: number
  readonly slice_name: string
  readonly viz_type: string
  readonly datasource_name_text?: string
  readonly changed_on_utc?: string
}

const FOUND_CHARTS = 200

/** Charts by name, for the palette. */
export const chartSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['chart', 'search', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      readList<FoundChart>(
        {
          resource: 'chart',
          columns: ['id', 'slice_name', 'viz_type', 'datasource_name_text', 'changed_on_utc'],
          filters: search === '' ? [] : [{ col: 'slice_name', opr: 'chart_all_text', value: search }],
          orderColumn: 'changed_on_delta_humanized',
          isDescending: true,
          pageSize: FOUND_CHARTS,
        },
        signal,
      ),
  })

/** Users or roles by name. */
export const relatedPeoplePages = (
  what: 'owners' | 'roles',
  search: string,
): Pages<{ value: number; text: string }> => ({
  key: ['dashboard-related', what, search],
  read: (page, signal) => {
    const q = encodeRison({ filter: search, page, page_size: OPTION_PAGE })
    return http.get(`${API}/related/${what}?q=${encodeURIComponent(q)}`, { signal })
  },
})

export type FilterRequest = object & { readonly form_data?: object }

/** Answers of a `POST /api/v1/chart/data` for the choices of filters. */
export const filterDataQuery = (request: FilterRequest | null, dashboardId: number, timeZone: string | null) =>
  queryOptions({
    queryKey: ['filter-data', request, timeZone],
    enabled: request !== null,
    queryFn: ({ signal }) =>
      postForAnswer(
        '/api/v1/chart/data',
        { ...request, form_data: { ...request?.form_data, dashboardId }, ...inTimeZone(timeZone) },
        { signal },
      ),
  })

export const timeRangeQuery = (range: string, timeZone: string | null) =>
  queryOptions({
    queryKey: ['time-range', range, timeZone],
    enabled: range !== '' && range !== 'No filter',
    retry: false,
    queryFn: ({ signal }) =>
      http.get<{ result: { since: string; until: string } | readonly { since: string; until: string }[] }>(
        timeRangePath(range, timeZone),
        { signal },
      ),
  })

export interface PermalinkState {
  readonly dataMask?: DataMasks
  readonly activeTabs?: readonly string[]
  readonly anchor?: string
  readonly urlParams?: readonly (readonly [string, string])[]
}

export const permalinkQuery = (key: string) =>
  queryOptions({
    queryKey: ['dashboard', 'permalink', key],
    queryFn: ({ signal }) =>
      http.get<{ dashboardId: string; state: PermalinkState }>(`${API}/permalink/${encodeURIComponent(key)}`, {
        signal,
      }),
  })

export const filterStateQuery = (id: number, key: string) =>
  queryOptions({
    queryKey: ['dashboard', String(id), 'filter-state', key],
    retry: false,
    queryFn: ({ signal }) =>
      http
        .get<{ value: string }>(`${API}/${id}/filter_state/${encodeURIComponent(key)}`, { signal })
        .then((body) => JSON.parse(body.value) as DataMasks),
  })

export interface Embedding {
  readonly uuid: string
  readonly allowed_domains: readonly string[]
}

/** How a dashboard is embedded; null where it is not. */
export const embeddingQuery = (id: number) =>
  queryOptions({
    queryKey: ['dashboard', String(id), 'embedded'],
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) =>
      http.get<Result<Embedding>>(`${API}/${id}/embedded`, { signal }).then(
        (body): Embedding | null => body.result,
        (error: unknown) => {
          if (error instanceof HttpError && error.status === 404) return null
          throw error
        },
      ),
  })

export const dashboardCalls = {
  embed: (id: number, domains: readonly string[]) => http.post(`${API}/${id}/embedded`, { allowed_domains: domains }),
  stopEmbedding: (id: number) => http.delete(`${API}/${id}/embedded`),
  keepForm: (chartId: number, datasetId: number, form: Record<string, unknown>) =>
    http.post<{ key: string }>('/api/v1/explore/form_data', {
      datasource_id: datasetId,
      datasource_type: 'table',
      chart_id: chartId,
      form_data: JSON.stringify(form),
    }),
  create: (title: string) => http.post<{ id: number }>(`${API}/`, { dashboard_title: title }),
  /** With `seen`, the time of the change that was seen last, only if nobody has changed it since (409 else). */
  save: (id: number, payload: Record<string, unknown>, seen: string | null) =>
    http.put<{ result: { json_metadata?: string }; last_modified_time: number }>(`${API}/${id}`, payload, {
      headers: seen === null ? {} : { 'if-match': `"${seen}"` },
    }),
  publish: (id: number, isPublished: boolean) => http.put(`${API}/${id}`, { published: isPublished }),
  copy: (id: number, payload: Record<string, unknown>) =>
    http.post<Result<{ id: number }>>(`${API}/${id}/copy/`, payload),
  remove: (id: number) => http.delete(`${API}/${id}`),
  saveFilters: (id: number, changes: FilterChanges) =>
    http.put<Result<readonly FilterConfig[]>>(`${API}/${id}/filters`, changes),
  /** The change is the page's own: the dashboard is not marked as changed. */
  saveColors: (id: number, metadata: Metadata) =>
    http.put(`${API}/${id}/colors?mark_updated=false`, {
      color_namespace: metadata.colorNamespace,
      color_scheme: metadata.colorScheme ?? '',
      color_scheme_domain: metadata.colorSchemeDomain,
      map_label_colors: metadata.mapLabelColors,
      shared_label_colors: metadata.sharedLabelColors,
      label_colors: metadata.labelColors,
    }),
  saveMetadata: (id: number, metadata: Metadata) =>
    http.put(`${API}/${id}`, { json_metadata: JSON.stringify(metadataOf(metadata)) }),
  permalink: (id: number, state: PermalinkState) =>
    http.post<{ key: string; url: string }>(`${API}/${id}/permalink`, state),
  createFilterState: (id: number, masks: DataMasks) =>
    http.post<{ key: string }>(`${API}/${id}/filter_state`, { value: JSON.stringify(masks) }),
  updateFilterState: (id: number, key: string, masks: DataMasks) =>
    http.put<{ key: string }>(`${API}/${id}/filter_state/${encodeURIComponent(key)}`, {
      value: JSON.stringify(masks),
    }),
}
