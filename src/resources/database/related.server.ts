import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { visibleCharts, visibleDashboards } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'

/** What stands on a database, of what the caller may see. */
export async function relatedObjects({ db }: Services, row: Row<'databases'>, caller: Caller) {
  const onIt = db.selectFrom('datasets').select('id').where('database_id', '=', row.id)
  const charts = await db
    .selectFrom('charts')
    .select(['id', 'slice_name', 'viz_type'])
    .where('datasource_id', 'in', onIt)
    .where(visibleCharts(caller))
    .orderBy('id')
    .execute()
  const dashboards = await db
    .selectFrom('dashboards')
    .select(['dashboards.id', 'dashboards.slug', 'dashboards.dashboard_title', 'dashboards.json_metadata'])
    .where('dashboards.id', 'in', (eb) =>
      eb
        .selectFrom('dashboard_charts')
        .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
        .where('charts.datasource_id', 'in', onIt)
        .select('dashboard_charts.dashboard_id'),
    )
    .where(visibleDashboards(caller))
    .orderBy('dashboards.id')
    .execute()
  const tabs = await db
    .selectFrom('tabs')
    .select(['id', 'label', 'active'])
    .where('database_id', '=', row.id)
    .where('user_id', '=', caller.userId ?? 0)
    .orderBy('id')
    .execute()
  return {
    charts: { count: charts.length, result: charts },
    dashboards: {
      count: dashboards.length,
      result: dashboards.map(({ dashboard_title, ...rest }) => ({ ...rest, title: dashboard_title })),
    },
    sqllab_tab_states: { count: tabs.length, result: tabs.map((tab) => ({ ...tab, active: tab.active === 1 })) },
  }
}
