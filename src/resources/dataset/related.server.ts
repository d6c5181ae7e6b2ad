import type { Services } from '../../gateway/services.server.ts'

/** Charts on a dataset and the dashboards that show them. */
export async function relatedObjects({ db }: Services, datasetId: number) {
  const charts = await db
    .selectFrom('charts')
    .select(['id', 'slice_name', 'viz_type'])
    .where('datasource_id', '=', datasetId)
    .orderBy('id')
    .execute()
  const dashboards = await db
    .selectFrom('dashboards')
    .innerJoin('dashboard_charts', 'dashboard_charts.dashboard_id', 'dashboards.id')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .where('charts.datasource_id', '=', datasetId)
    .select(['dashboards.id', 'dashboards.json_metadata', 'dashboards.slug', 'dashboards.dashboard_title'])
    .distinct()
    .execute()
  return {
    charts: { count: charts.length, result: charts },
    dashboards: {
      count: dashboards.length,
      result: dashboards.map(({ dashboard_title, ...rest }) => ({ ...rest, title: dashboard_title })),
    },
  }
}
