import { queryClient } from '../../data/query-client.ts'
import type { UploadedTable } from '../../data/uploads/uploaded-table.ts'
import { catalogQueries, readTables } from '../catalog.ts'
import { tabActions } from '../store.ts'

/** Shows the rows of a table that was just made of a file, and the table in the tree. */
export async function openUploaded({ dbId, schema, table, sql }: UploadedTable): Promise<void> {
  const place = { dbId, catalog: null, schema }
  tabActions.add({ name: table, dbId, catalog: null, schema, sql, autorun: true })
  queryClient.setQueryData(catalogQueries.tables(place).queryKey, await readTables(place, true))
  await queryClient.invalidateQueries({ queryKey: catalogQueries.uploaded(dbId).queryKey })
}
