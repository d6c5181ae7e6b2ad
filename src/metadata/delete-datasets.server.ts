import { datasetPair } from './access.server.ts'
import { dropPair } from './object-pairs.server.ts'
import type { MetadataDb } from './open.server.ts'

/** Removes datasets with all that belongs to them. Charts on them stay and say that their dataset is gone. */
export async function deleteDatasets(db: MetadataDb, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .selectFrom('datasets')
      .innerJoin('databases', 'databases.id', 'datasets.database_id')
      .select(['datasets.id', 'datasets.table_name', 'databases.database_name'])
      .where('datasets.id', 'in', [...ids])
      .execute()
    for (const { database_name, ...dataset } of gone) await dropPair(trx, datasetPair(database_name, dataset))
    for (const table of ['dataset_columns', 'dataset_metrics', 'row_rule_datasets'] as const)
      await trx
        .deleteFrom(table)
        .where('dataset_id', 'in', [...ids])
        .execute()
    await trx
      .deleteFrom('owners')
      .where('kind', '=', 'dataset')
      .where('object_id', 'in', [...ids])
      .execute()
    await trx
      .deleteFrom('datasets')
      .where('id', 'in', [...ids])
      .execute()
  })
}
