import { z } from 'zod'
import { type Needs, type RouteShape, route } from '../../wire/route.ts'

interface PageShape<P extends string> {
  readonly path: P
  readonly needs: Needs
  readonly title: string
}

const shown = <const P extends string>(path: P, needs: Needs, title: string): PageShape<P> => ({ path, needs, title })

/** Pages that are the browser application and nothing else; what they show they ask for themselves. */
const PAGES = [
  shown('/superset/welcome/', 'signed-in', 'Home'),
  shown('/sqllab/', ['can_read', 'SQLLab'], 'SQL editor'),
  shown('/sqllab/history/', ['can_read', 'SQLLab'], 'Query history'),
  shown('/sqllab/p/{key}/', ['can_read', 'SQLLab'], 'SQL editor'),
  shown('/explore/', ['can_explore', 'Superset'], 'Explore'),
  shown('/explore/p/{key}/', ['can_explore', 'Superset'], 'Explore'),
  shown('/superset/explore/p/{key}/', ['can_explore', 'Superset'], 'Explore'),
  shown('/dashboard/list/', ['can_read', 'Dashboard'], 'Dashboards'),
  shown('/dashboard/new/', ['can_write', 'Dashboard'], 'New dashboard'),
  shown('/chart/list/', ['can_read', 'Chart'], 'Charts'),
  shown('/chart/add', ['can_write', 'Chart'], 'New chart'),
  shown('/tablemodelview/list/', ['can_read', 'Dataset'], 'Datasets'),
  shown('/dataset/add/', ['can_write', 'Dataset'], 'New dataset'),
  shown('/dataset/{id}/edit/', ['can_read', 'Dataset'], 'Edit dataset'),
  shown('/tablemodelview/edit/{id}', ['can_read', 'Dataset'], 'Edit dataset'),
  shown('/databaseview/list/', ['can_read', 'Database'], 'Databases'),
  shown('/databaseview/add/', ['can_write', 'Database'], 'Connect a database'),
  shown('/databaseview/{id}/edit/', ['can_write', 'Database'], 'Edit connection'),
  shown('/savedqueryview/list/', ['can_read', 'SavedQuery'], 'Saved queries'),
  shown('/csstemplatemodelview/list/', ['can_read', 'CssTemplate'], 'CSS templates'),
  shown('/annotationlayer/list/', ['can_read', 'Annotation'], 'Annotation layers'),
  shown('/annotationlayer/{id}/annotation', ['can_read', 'Annotation'], 'Annotations'),
  shown('/alert/list/', ['can_read', 'ReportSchedule'], 'Alerts'),
  shown('/report/list/', ['can_read', 'ReportSchedule'], 'Reports'),
  shown('/rowlevelsecurity/list/', ['can_read', 'RowLevelSecurity'], 'Row-level security'),
  shown('/superset/all_entities/', ['can_read', 'Tag'], 'Tagged objects'),
  shown('/superset/tags/', ['can_read', 'Tag'], 'Tags'),
  shown('/theme/list/', ['can_read', 'Theme'], 'Themes'),
  shown('/roles/', 'signed-in', 'Roles'),
  shown('/users/', 'signed-in', 'Users'),
  shown('/roles/list/', 'signed-in', 'Roles'),
  shown('/users/list/', 'signed-in', 'Users'),
  shown('/list_groups/', 'signed-in', 'Groups'),
  shown('/registrations/', 'signed-in', 'Registrations'),
  shown('/actionlog/list', 'signed-in', 'Action log'),
  shown('/user_info/', 'signed-in', 'My account'),
  shown('/tasks/list/', 'signed-in', 'Tasks'),
  shown('/extensions/list/', 'signed-in', 'Extensions'),
  shown('/superset/file-handler', 'signed-in', 'Files'),
  shown('/design', 'anyone', 'Design'),
] as const

const pageRoute = ({ path, needs, title }: PageShape<string>): RouteShape & { readonly object: 'none' } =>
  route({
    method: 'GET',
    path,
    needs,
    object: 'none',
    face: 'page',
    reply: z.unknown(),
    summary: needs === 'anyone' ? `Page ${title}; open to anyone because it shows no data` : `Page ${title}`,
  })

export const shellPages = PAGES.map((shape) => ({ title: shape.title, route: pageRoute(shape) }))

export const rootPage = route({
  method: 'GET',
  path: '/',
  needs: 'anyone',
  object: 'none',
  face: 'page',
  reply: z.unknown(),
  summary: 'Leads to the home page; open to anyone because it only leads on',
})
export const dashboardPage = route({
  method: 'GET',
  path: '/superset/dashboard/{id}/',
  needs: ['can_read', 'Dashboard'],
  object: 'visible',
  face: 'page',
  params: z.object({ id: z.string().max(255) }),
  reply: z.unknown(),
  summary: 'Page of a dashboard, by id, uuid or slug',
})
export const sqlEditorForm = route({
  method: 'POST',
  path: '/sqllab/',
  needs: ['can_read', 'SQLLab'],
  object: 'none',
  face: 'page',
  // A form of another page has no token, and nothing is stored: the query only stands in a tab.
  csrf: false,
  bodyFormat: 'fields',
  body: z.looseObject({ form_data: z.unknown().optional() }),
  reply: z.unknown(),
  summary: 'SQL editor with a query that another page hands over',
})
export const oldExplore = route({
  method: 'GET',
  path: '/superset/explore/{type}/{id}/',
  needs: ['can_explore', 'Superset'],
  object: 'none',
  face: 'page',
  params: z.object({ type: z.string().regex(/^[a-z]+$/), id: z.string().regex(/^\d{1,9}$/) }),
  reply: z.unknown(),
  summary: 'Leads an old address of Explore to the present one',
})
export const exploreDataset = route({
  method: 'GET',
  path: '/explore/{type}/{id}/',
  needs: ['can_explore', 'Superset'],
  object: 'none',
  face: 'page',
  params: oldExplore.params,
  reply: z.unknown(),
  summary: 'Leads an address of a dataset to Explore',
})
export const oldChart = route({
  method: 'GET',
  path: '/superset/slice/{id}/',
  needs: ['can_explore', 'Superset'],
  object: 'visible',
  face: 'page',
  params: z.object({ id: z.string().regex(/^\d{1,9}$/) }),
  reply: z.unknown(),
  summary: 'Leads an old address of a chart to Explore',
})
export const oldExploreStart = route({
  method: 'GET',
  path: '/superset/explore/',
  needs: ['can_explore', 'Superset'],
  object: 'none',
  face: 'page',
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  reply: z.unknown(),
  summary: 'Leads the old address of Explore to the present one',
})
export const oldHistory = route({
  method: 'GET',
  path: '/superset/sqllab/history/',
  needs: ['can_read', 'SQLLab'],
  object: 'none',
  face: 'page',
  reply: z.unknown(),
  summary: 'Leads the old address of the query history to the present one',
})
export const datasetPage = route({
  method: 'GET',
  path: '/dataset/{id}',
  needs: ['can_read', 'Dataset'],
  object: 'none',
  face: 'page',
  params: z.object({ id: z.string() }),
  reply: z.unknown(),
  summary: 'Leads an old address of a dataset home',
})
export const language = route({
  method: 'GET',
  path: '/lang/{locale}',
  needs: 'anyone',
  object: 'none',
  face: 'page',
  params: z.object({ locale: z.string().regex(/^[a-z]{2}(_[A-Z]{2})?$/) }),
  reply: z.unknown(),
  summary: 'Chooses the language of the browser and leads back; open to anyone because it shows no data',
})
export const languagePack = route({
  method: 'GET',
  path: '/superset/language_pack/{locale}/',
  needs: 'signed-in',
  object: 'none',
  errors: 'error',
  params: z.object({ locale: z.string() }),
  reply: z.unknown(),
  summary: 'Texts of a language',
})

export const pageRoutes: readonly RouteShape[] = [
  rootPage,
  ...shellPages.map((shell) => shell.route),
  dashboardPage,
  sqlEditorForm,
  oldExplore,
  exploreDataset,
  oldChart,
  oldExploreStart,
  oldHistory,
  datasetPage,
  language,
  languagePack,
]
