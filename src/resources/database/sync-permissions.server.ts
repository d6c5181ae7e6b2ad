import type { Services } from '../../gateway/services.server.ts'
import { catalogPair, databasePair, datasetPair, schemaPair } from '../../metadata/access.server.ts'
import { ensurePairs } from '../../metadata/object-pairs.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { listedDatasets } from '../../metadata/temporary-datasets.server.ts'

/** Makes a pair for the database and for each catalog, schema and dataset in it. */
export async function syncPermissions(services: Services, row: Row<'databases'>): Promise<void> {
  const { driver } = await services.gateway.open(row)
  const name = row.database_name
  const datasets = await services.db
    .selectFrom('datasets')
    .select(['id', 'table_name'])
    .where('database_id', '=', row.id)
    .where(listedDatasets)
    .execute()
  await ensurePairs(services.db, [
    databasePair(row),
    ...(await driver.catalogs()).map((catalog) => catalogPair(name, catalog)),
    ...(await driver.schemas(null)).map((schema) => schemaPair(name, schema)),
    ...datasets.map((dataset) => datasetPair(name, dataset)),
  ])
}
