import { type ExportFile, exportFile, metadataFile, objectOf, VERSION } from '../../../gateway/export-files.server.ts'
import type { Services } from '../../../gateway/services.server.ts'
import { fileName } from '../../../gateway/yaml-file.ts'
import { inPortions } from '../../../metadata/in-portions.server.ts'
import type { Row } from '../../../metadata/tables.server.ts'
import { visibleDashboards } from '../../../metadata/visible.server.ts'
import type { Caller } from '../../../wire/caller.ts'
import { tagNames, tagsFile, tagsOf } from '../archive-tags.server.ts'
import { chartFile, exportDatasets, uniqueFiles } from '../export-charts.server.ts'
import { themeFiles } from '../look/theme-files.server.ts'
import type { Transfer } from '../transfer-kind.server.ts'
import { exportedLayout, exportedMetadata, filterDatasetIds } from './exported.ts'
import { importDashboards } from './store.server.ts'

const TYPE = 'Dashboard'

/** Dashboards as archives hold them, with all that they need. */
export const dashboardTransfer: Transfer = {
  kind: 'dashboard',
  type: TYPE,
  table: 'dashboards',
  folder: 'dashboards',
  files: dashboardFiles,
  store: importDashboards,
}

async function dashboardFiles({ db, now, decrypt }: Services, ids: readonly number[], caller: Caller) {
  const dashboards = await inPortions(
    ids.toSorted((a, b) => a - b),
    (portion) =>
      db
        .selectFrom('dashboards')
        .selectAll()
        .where('id', 'in', portion)
        .where(visibleDashboards(caller))
        .orderBy('id')
        .execute(),
  )
  if (dashboards.length < ids.length) return null
  const { all, chartsOf } = await chartsOfDashboards(db, ids)
  const filtered = dashboards.flatMap((dashboard) => filterDatasetIds(mapping(dashboard.json_metadata)))
  const datasets = await exportDatasets(
    { db, decrypt },
    [...all.map((chart) => chart.datasource_id), ...filtered],
    caller,
  )
  const chartTags = await tagsOf(
    db,
    'chart',
    all.map((chart) => chart.id),
  )
  const dashboardTags = await tagsOf(db, 'dashboard', ids)
  const themes = await themesOf(db, dashboards)
  const themeById = new Map(themes.map((theme) => [theme.id, theme]))
  const namesOfChart = tagNames(chartTags)
  const namesOfDashboard = tagNames(dashboardTags)
  const tagFile = tagsFile([...dashboardTags, ...chartTags])
  const fileOfChart = new Map(all.map((chart) => [chart.id, chartFile(chart, datasets, namesOfChart(chart.id))]))
  const files = dashboards.flatMap((dashboard) => {
    const charts = chartsOf(dashboard.id)
    const theme = themeById.get(dashboard.theme_id ?? -1) ?? null
    return [
      dashboardFile(dashboard, charts, datasets.uuids, { theme, tags: namesOfDashboard(dashboard.id) }),
      ...charts.flatMap((chart) => [fileOfChart.get(chart.id) ?? [], datasets.files(chart.datasource_id)].flat()),
      tagFile,
      ...filterDatasetIds(mapping(dashboard.json_metadata)).flatMap((id) => datasets.files(id)),
    ]
  })
  return uniqueFiles([metadataFile(TYPE, now()), ...files, ...themeFiles(themes)])
}

/** Each chart once, and those of a dashboard in the order of their ids. */
async function chartsOfDashboards(db: Services['db'], dashboardIds: readonly number[]) {
  const links = await inPortions(dashboardIds, (portion) =>
    db.selectFrom('dashboard_charts').selectAll().where('dashboard_id', 'in', portion).orderBy('chart_id').execute(),
  )
  const all = await inPortions([...new Set(links.map((link) => link.chart_id))], (portion) =>
    db.selectFrom('charts').selectAll().where('id', 'in', portion).execute(),
  )
  const byId = new Map(all.map((chart) => [chart.id, chart]))
  const ofDashboard = Map.groupBy(links, (link) => link.dashboard_id)
  return {
    all,
    chartsOf: (id: number) => (ofDashboard.get(id) ?? []).flatMap((link) => byId.get(link.chart_id) ?? []),
  }
}

const themesOf = (db: Services['db'], dashboards: readonly Row<'dashboards'>[]) =>
  inPortions([...new Set(dashboards.flatMap((dashboard) => dashboard.theme_id ?? []))], (portion) =>
    db.selectFrom('themes').selectAll().where('id', 'in', portion).orderBy('id').execute(),
  )

/** A dashboard as archives hold it. */
export function dashboardFile(
  dashboard: Row<'dashboards'>,
  charts: readonly Row<'charts'>[],
  datasetUuids: ReadonlyMap<number, string>,
  { theme, tags }: { readonly theme: Row<'themes'> | null; readonly tags: readonly string[] },
): ExportFile {
  const shown = charts.map(({ id, uuid, slice_name }) => ({ id, uuid, name: slice_name ?? '' }))
  return exportFile(`dashboards/${fileName(dashboard.dashboard_title ?? '')}_${dashboard.id}.yaml`, () => ({
    dashboard_title: dashboard.dashboard_title ?? '',
    description: dashboard.description,
    css: dashboard.css,
    slug: dashboard.slug,
    certified_by: dashboard.certified_by,
    certification_details: dashboard.certification_details,
    published: dashboard.published === 1,
    uuid: dashboard.uuid,
    position: exportedLayout(mapping(dashboard.position_json), shown),
    metadata: exportedMetadata(mapping(dashboard.json_metadata), datasetUuids),
    theme_uuid: theme?.uuid ?? null,
    version: VERSION,
    tags,
  }))
}

function mapping(text: string | null): Record<string, unknown> {
  const value = objectOf(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
