import { backendName } from '../../gateway/database-record.server.ts'
import {
  columnWire,
  datasetOwners,
  datasetPayload,
  metricWire,
  sharedFields,
} from '../../gateway/dataset-payload.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { type DatasetRecord, isVirtual } from '../../metadata/datasets.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { peopleById } from '../kit/people.server.ts'
import { humanized, wireInstant } from '../kit/project.ts'

type Json = Record<string, unknown>

/** The item answer of a dataset. */
export async function datasetItem(services: Services, record: DatasetRecord): Promise<Json> {
  const { dataset, database, columns, metrics } = record
  const { dialect } = await services.gateway.open(database)
  const owners = await datasetOwners(services.db, dataset.id)
  const people = await peopleById(services.db, [dataset.created_by, dataset.changed_by])
  const person = (id: number | null) => {
    const found = id === null ? undefined : people.get(id)
    return found ? { first_name: found.first_name, last_name: found.last_name } : null
  }
  return {
    ...sharedFields(record, dialect),
    uuid: dataset.uuid,
    url: `/tablemodelview/edit/${dataset.id}`,
    kind: isVirtual(dataset) ? 'virtual' : 'physical',
    datasource_type: 'table',
    database: {
      id: database.id,
      uuid: database.uuid,
      database_name: database.database_name,
      backend: backendName(database.engine),
      allow_multi_catalog: database.allow_multi_catalog === 1,
    },
    owners: owners.map(({ id, first_name, last_name }) => ({ id, first_name, last_name })),
    folders: dataset.folders === null ? null : JSON.parse(dataset.folders),
    is_managed_externally: dataset.is_managed_externally === 1,
    created_by: person(dataset.created_by),
    changed_by: person(dataset.changed_by),
    created_on: wireInstant(dataset.created_on),
    changed_on: wireInstant(dataset.changed_on),
    created_on_humanized: humanized(dataset.created_on, services.now()),
    changed_on_humanized: humanized(dataset.changed_on, services.now()),
    columns: columns.map((column) => ({
      ...columnWire(column),
      extra: column.extra,
      is_active: column.is_active === 1,
      created_on: wireInstant(column.created_on),
      changed_on: wireInstant(column.changed_on),
    })),
    metrics: metrics.map(metricItem),
  }
}

/** A metric with the fields of the item answer. */
export const metricItem = (metric: Row<'dataset_metrics'>): Json => ({
  ...metricWire(metric),
  extra: metric.extra,
  metric_type: metric.metric_type,
  created_on: wireInstant(metric.created_on),
  changed_on: wireInstant(metric.changed_on),
})

/** What Explore shows of a dataset. */
export async function datasetData(services: Services, record: DatasetRecord): Promise<Json> {
  const { dialect } = await services.gateway.open(record.database)
  return datasetPayload(record, await datasetOwners(services.db, record.dataset.id), dialect)
}
