import { type ExportFile, metadataFile, objectOf, VERSION } from '../../../gateway/export-files.server.ts'
import type { Services } from '../../../gateway/services.server.ts'
import { fileName, toYaml } from '../../../gateway/yaml-file.ts'
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
  const dashboards = await db
    .selectFrom('dashboards')
    .selectAll()
    .where('id', 'in', [...ids])
    .where(visibleDashboards(caller))
    .orderBy('id')
    .execute()
  if (dashboards.length < ids.length) return null
  const links = await db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .selectAll('charts')
    .select('dashboard_charts.dashboard_id')
    .where('dashboard_charts.dashboard_id', 'in', [...ids])
    .orderBy('charts.id')
    .execute()
  const filtered = dashboards.flatMap((dashboard) => filterDatasetIds(mapping(dashboard.json_metadata)))
  const datasets = await exportDatasets(
    { db, decrypt },
    [...links.map((chart) => chart.datasource_id), ...filtered],
    caller,
  )
  const chartTags = await tagsOf(
    db,
    'chart',
    links.map((chart) => chart.id),
  )
  const dashboardTags = await tagsOf(db, 'dashboard', ids)
  const themes = await themesOf(db, dashboards)
  const tagFile = tagsFile([...dashboardTags, ...chartTags])
  const files = dashboards.flatMap((dashboard) => {
    const charts = links.filter((chart) => chart.dashboard_id === dashboard.id)
    const theme = themes.find(({ id }) => id === dashboard.theme_id) ?? null
    return [
      dashboardFile(dashboard, charts, datasets.uuids, { theme, tags: tagNames(dashboardTags, dashboard.id) }),
      ...charts.flatMap((chart) => [
        chartFile(chart, datasets, tagNames(chartTags, chart.id)),
        ...datasets.files(chart.datasource_id),
      ]),
      tagFile,
      ...filterDatasetIds(mapping(dashboard.json_metadata)).flatMap((id) => datasets.files(id)),
    ]
  })
  return uniqueFiles([metadataFile(TYPE, now()), ...files, ...themeFiles(themes)])
}

const themesOf = (db: Services['db'], dashboards: readonly Row<'dashboards'>[]) =>
  db
    .selectFrom('themes')
    .selectAll()
    .where('id', 'in', [-1, ...dashboards.flatMap((dashboard) => dashboard.theme_id ?? [])])
    .orderBy('id')
    .execute()

/** A dashboard as archives hold it. */
export function dashboardFile(
  dashboard: Row<'dashboards'>,
  charts: readonly Row<'charts'>[],
  datasetUuids: ReadonlyMap<number, string>,
  { theme, tags }: { readonly theme: Row<'themes'> | null; readonly tags: readonly string[] },
): ExportFile {
  const shown = charts.map(({ id, uuid, slice_name }) => ({ id, uuid, name: slice_name ?? '' }))
  return {
    name: `dashboards/${fileName(dashboard.dashboard_title ?? '')}_${dashboard.id}.yaml`,
    content: toYaml({
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
    }),
  }
}

function mapping(text: string | null): Record<string, unknown> {
  const value = objectOf(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
