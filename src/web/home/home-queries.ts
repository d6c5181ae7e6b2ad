import { useQuery } from '@tanstack/react-query'
import { encodeRison } from '../../wire/rison.ts'
import { type Bootstrap, can } from '../app/bootstrap.ts'
import { http } from '../data/http.ts'
import { type ListFilter, useList } from '../data/list.ts'

const RECENT = 12
const PINNED = 4
const TO_LOOK_AT = 8
const TEAM = 6
const POLL_MS = 3_000

export interface Person {
  readonly first_name: string
  readonly last_name: string
}

export interface DashboardItem {
  readonly id: number
  readonly dashboard_title: string
  readonly slug: string | null
  readonly published: boolean
  readonly changed_on_utc: string
  readonly changed_by?: Person | null
  readonly owners?: readonly Person[]
}

export interface ChartItem {
  readonly id: number
  readonly slice_name: string
  readonly viz_type: string
  readonly datasource_name_text: string | null
  readonly changed_on_utc: string
  readonly changed_by?: Person | null
  readonly form_data?: Readonly<Record<string, unknown>>
}

export interface RunItem {
  readonly id: number
  readonly client_id: string
  readonly tab_name: string | null
  readonly sql: string
  readonly start_time: number | null
  readonly progress: number | null
}

export interface ActivityItem {
  readonly item_title: string
  readonly item_type: string
  readonly item_url: string
  readonly time: number
}

interface EditorState {
  readonly tab_state_ids: readonly { readonly id: number; readonly label: string }[]
  readonly active_tab: {
    readonly id: number
    readonly label: string
    readonly sql: string | null
    readonly latest_query?: { readonly rows: number | null; readonly state?: string } | null
  } | null
}

const DASHBOARD_FIELDS = [
  'id',
  'dashboard_title',
  'slug',
  'published',
  'changed_on_utc',
  'changed_by.first_name',
  'changed_by.last_name',
  'owners.first_name',
  'owners.last_name',
]
const CHART_FIELDS = [
  'id',
  'slice_name',
  'viz_type',
  'datasource_name_text',
  'changed_on_utc',
  'changed_by.first_name',
  'changed_by.last_name',
]

const dashboards = (filters: readonly ListFilter[], pageSize: number, enabled = true) =>
  useList<DashboardItem>(
    {
      resource: 'dashboard',
      columns: DASHBOARD_FIELDS,
      filters,
      orderColumn: 'changed_on_delta_humanized',
      isDescending: true,
      pageSize,
    },
    { enabled: enabled && can('can_read', 'Dashboard') },
  )

const charts = (filters: readonly ListFilter[], pageSize: number, columns = CHART_FIELDS) =>
  useList<ChartItem>(
    {
      resource: 'chart',
      columns,
      filters,
      orderColumn: 'changed_on_delta_humanized',
      isDescending: true,
      pageSize,
    },
    { enabled: can('can_read', 'Chart') },
  )

/** Starred dashboards, else the latest published ones. */
export function usePinned() {
  const starred = dashboards([{ col: 'id', opr: 'dashboard_is_favorite', value: true }], PINNED)
  const hasNone = starred.data?.count === 0
  const latest = dashboards([{ col: 'published', opr: 'eq', value: true }], TO_LOOK_AT, hasNone)
  return hasNone ? { list: latest, areStarred: false } : { list: starred, areStarred: true }
}

export const useTeamDashboards = () => dashboards([], TEAM)
export const useTeamCharts = () => charts([], TEAM)
export const useMyDashboards = () => dashboards([{ col: 'created_by', opr: 'dashboard_created_by_me', value: 'me' }], 1)
export const useMyCharts = () =>
  charts([{ col: 'created_by', opr: 'chart_created_by_me', value: 'me' }], 1, [...CHART_FIELDS, 'form_data'])

/** Ends with the number of rows there are; for steps that only need to know whether there is one. */
export const useCountOf = (resource: string, isAllowed: boolean) =>
  useList<{ id: number }>({ resource, columns: ['id'], pageSize: 1 }, { enabled: isAllowed }).data?.count ?? 0

export const useActivity = () =>
  useQuery({
    queryKey: ['recent-activity'],
    enabled: can('can_recent_activity', 'Log'),
    queryFn: async ({ signal }) => {
      const q = encodeURIComponent(encodeRison({ page: 0, page_size: RECENT }))
      const path = `/api/v1/log/recent_activity/?q=${q}`
      return (await http.get<{ result: readonly ActivityItem[] }>(path, { signal })).result
    },
  })

/** Statements of the user that run at this moment; asked again while there are any. */
export const useRunning = (user: Bootstrap['user']) =>
  useQuery<readonly RunItem[]>({
    queryKey: ['running', user?.userId],
    enabled: user !== null && can('can_read', 'Query'),
    refetchInterval: (query) => ((query.state.data?.length ?? 0) > 0 ? POLL_MS : false),
    queryFn: async ({ signal }) => {
      const q = encodeRison({
        filters: [{ col: 'status', opr: 'eq', value: 'running' }],
        order_column: 'start_time',
        order_direction: 'desc',
        page_size: 5,
      })
      const path = `/api/v1/query/?q=${encodeURIComponent(q)}`
      return (await http.get<{ result: readonly RunItem[] }>(path, { signal })).result
    },
  })

/** The tab that was open last in the SQL editor. */
export const useEditorState = () =>
  useQuery({
    queryKey: ['editor-state'],
    enabled: can('can_read', 'SQLLab'),
    queryFn: async ({ signal }) => (await http.get<{ result: EditorState }>('/api/v1/sqllab/', { signal })).result,
  })
