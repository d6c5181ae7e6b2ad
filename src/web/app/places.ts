import { can } from './bootstrap.ts'

/** The pages of the product by their addresses. */
export const PATHS = {
  home: '/superset/welcome/',
  signIn: '/login/',
  firstStart: '/first-start/',
  sqlEditor: '/sqllab/',
  explore: '/explore/',
  dashboards: '/dashboard/list/',
  newDashboard: '/dashboard/new/',
  charts: '/chart/list/',
  newChart: '/chart/add',
  datasets: '/tablemodelview/list/',
  databases: '/databaseview/list/',
  newDatabase: '/databaseview/add/',
  savedQueries: '/savedqueryview/list/',
  queryHistory: '/sqllab/history/',
  users: '/users/',
  roles: '/roles/',
  rowRules: '/rowlevelsecurity/list/',
  themes: '/theme/list/',
  groups: '/list_groups/',
  reports: '/report/list/',
  alerts: '/alert/list/',
  tags: '/superset/tags/',
  annotationLayers: '/annotationlayer/list/',
  cssTemplates: '/csstemplatemodelview/list/',
  account: '/user_info/',
  design: '/design',
} as const

export const dashboardPath = (idOrSlug: number | string): string =>
  `/superset/dashboard/${encodeURIComponent(String(idOrSlug))}/`
export const chartPath = (id: number): string => `/explore/?slice_id=${id}`
/** Whether the user may open charts and make new ones of datasets. */
export const mayExplore = (): boolean => can('can_explore', 'Superset')
/** A chart of a statement needs a dataset of it. */
export const mayMakeCharts = (): boolean => mayExplore() && can('can_write', 'Dataset')
/** Where a dataset is looked at: as a chart, else as itself. */
export const datasetPath = (id: number): string =>
  mayExplore() ? `/explore/?datasource_type=table&datasource_id=${id}` : `/dataset/${id}/edit/`
export const databasePath = (id: number): string => `/databaseview/${id}/edit/`
export const tagPath = (id: number): string => `/superset/all_entities/?id=${id}`
export const annotationsPath = (layerId: number): string => `/annotationlayer/${layerId}/annotation`
export const savedQueryPath = (id: number): string => `/sqllab/?savedQueryId=${id}`

export interface Place {
  readonly id: 'home' | 'sql' | 'dashboards' | 'charts' | 'datasets' | 'databases'
  /** English text, translated where it is shown. */
  readonly label: string
  readonly to: string
  /** Further addresses that belong to it. */
  readonly also: readonly string[]
  readonly isOffered: () => boolean
}

/** The main navigation. A place is offered when the user may read what lies behind it. */
export const PLACES: readonly Place[] = [
  { id: 'home', label: 'Home', to: PATHS.home, also: [], isOffered: () => true },
  {
    id: 'sql',
    label: 'SQL editor',
    to: PATHS.sqlEditor,
    also: [PATHS.savedQueries],
    isOffered: () => can('can_sqllab', 'Superset') || can('menu_access', 'SQL Editor'),
  },
  {
    id: 'dashboards',
    label: 'Dashboards',
    to: PATHS.dashboards,
    also: ['/superset/dashboard/', '/dashboard/'],
    isOffered: () => can('can_read', 'Dashboard'),
  },
  {
    id: 'charts',
    label: 'Charts',
    to: PATHS.charts,
    also: ['/explore/', '/chart/'],
    isOffered: () => can('can_read', 'Chart'),
  },
  {
    id: 'datasets',
    label: 'Datasets',
    to: PATHS.datasets,
    also: ['/dataset/', '/tablemodelview/'],
    isOffered: () => can('can_read', 'Dataset'),
  },
  {
    id: 'databases',
    label: 'Connections',
    to: PATHS.databases,
    also: ['/databaseview/'],
    isOffered: () => can('can_write', 'Database'),
  },
]

/** The place that an address belongs to. */
export const placeAt = (path: string): Place | null =>
  PLACES.find((place) => [place.to, ...place.also].some((start) => path.startsWith(start.replace(/\/$/, '')))) ?? null
