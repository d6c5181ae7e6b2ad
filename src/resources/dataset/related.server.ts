import type { Services } from '../../gateway/services.server.ts'
import { visibleCharts, visibleDashboards } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'

/**
 * Charts on a dataset and the dashboards that show them. All are counted, since all would lose their data; those that
 * the caller may see are told.
 */
export async function relatedObjects({ db }: Services, datasetId: number, caller: Caller) {
  const charts = db.selectFrom('charts').where('datasource_id', '=', datasetId)
  const dashboards = db
    .selectFrom('dashboards')
    .where('dashboards.id', 'in', (eb) =>
      eb
        .selectFrom('dashboard_charts')
        .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
        .where('charts.datasource_id', '=', datasetId)
        .select('dashboard_charts.dashboard_id'),
    )
  const seenCharts = await charts
    .select(['id', 'slice_name', 'viz_type'])
    .where(visibleCharts(caller))
    .orderBy('id')
    .execute()
  const seenDashboards = await dashboards
    .select(['id', 'json_metadata', 'slug', 'dashboard_title'])
    .where(visibleDashboards(caller))
    .orderBy('id')
    .execute()
  return {
    charts: { count: (await charts.select('id').execute()).length, result: seenCharts },
    dashboards: {
      count: (await dashboards.select('id').execute()).length,
      result: seenDashboards.map(({ dashboard_title, ...rest }) => ({ ...rest, title: dashboard_title })),
    },
  }
}
