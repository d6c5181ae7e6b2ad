import { queryClient } from '../data/query-client.ts'
import { catalogQueries, readTables, type SchemaPlace } from './catalog.ts'

/** Lists the tables of a database anew wherever they were listed, after a run that may have made or removed some. */
export async function refreshCatalog(dbId: number): Promise<void> {
  const { queryKey } = catalogQueries.tables({ dbId, catalog: null, schema: '' })
  const listed = queryClient.getQueriesData({ queryKey: queryKey.slice(0, 3) }).map(([key]) => key)
  await Promise.all(listed.map(([, , , catalog, schema]) => refreshTables({ dbId, catalog, schema } as SchemaPlace)))
  await queryClient.invalidateQueries({ queryKey: ['sql-editor', 'table', dbId] })
}

const refreshTables = async (place: SchemaPlace): Promise<void> => {
  queryClient.setQueryData(catalogQueries.tables(place).queryKey, await readTables(place, true))
}
