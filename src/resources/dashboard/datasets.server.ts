import { shownNames } from '../../gateway/chart/dashboard-questions.server.ts'
import { datasetOwners, datasetPayload } from '../../gateway/dataset-payload.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { findDataset } from '../../metadata/datasets.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { datasetFor } from './for-guests.ts'

/** Datasets of the charts of a dashboard, each once, with the fields that it needs. */
export async function dashboardDatasets(services: Services, dashboard: Row<'dashboards'>, caller: Caller) {
  const charts = await services.db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .where('dashboard_charts.dashboard_id', '=', dashboard.id)
    .where('charts.datasource_id', 'is not', null)
    .selectAll('charts')
    .execute()
  const out: Readonly<Record<string, unknown>>[] = []
  for (const id of new Set(charts.map(({ datasource_id }) => datasource_id))) {
    const record = id === null ? null : await findDataset(services.db, id)
    if (!record) continue
    const owners = caller.kind === 'guest' ? [] : await datasetOwners(services.db, record.dataset.id)
    const { dialect } = await services.gateway.open(record.database)
    const payload = {
      ...datasetPayload(record, owners, dialect),
      column_names: record.columns.map((column) => column.column_name),
      column_types: [...new Set(record.columns.map((column) => column.type_generic))],
    }
    out.push(datasetFor(caller, payload, shownNames(charts, dashboard.json_metadata, record)))
  }
  return out
}
