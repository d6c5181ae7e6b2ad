import { queryClient } from '../../data/query-client.ts'
import { catalogQueries, type UploadedTable } from '../catalog.ts'
import type { TreePlace } from '../model/state.ts'

/** The uploaded table of that name, where the user may remove it. */
export function removableTable({ dbId, catalog }: TreePlace, schema: string, name: string): UploadedTable | null {
  if (dbId === null || catalog !== null) return null
  const tables = queryClient.getQueryData(catalogQueries.uploaded(dbId).queryKey) ?? []
  return tables.find((table) => table.schema === schema && table.table_name === name) ?? null
}
