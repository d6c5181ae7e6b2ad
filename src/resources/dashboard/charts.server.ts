import type { Services } from '../../gateway/services.server.ts'
import { chartFields } from '../kit/chart-fields.server.ts'
import { project } from '../kit/project.ts'

const COLUMNS = [
  'cache_timeout',
  'certification_details',
  'certified_by',
  'changed_on',
  'description',
  'description_markeddown',
  'form_data',
  'id',
  'slice_name',
  'slice_url',
  'uuid',
  'viz_type',
]

/** Charts of a dashboard with their form data, one statement. */
export async function chartsOfDashboard({ db, now }: Services, dashboardId: number) {
  const rows = await db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .where('dashboard_charts.dashboard_id', '=', dashboardId)
    .selectAll('charts')
    .orderBy('charts.id')
    .execute()
  return rows.map((row) => project(chartFields(row, now()), COLUMNS))
}
