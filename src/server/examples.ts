import { existsSync } from 'node:fs'
import type { Warehouse } from '../engines/duckdb/warehouse.server.ts'
import type { Services } from '../gateway/services.server.ts'
import { ensureWarehouseRecord } from '../gateway/warehouse-record.server.ts'

/**
 * Brings the example tables into the warehouse and makes the record of their database. Gives false when everything was
 * there already.
 */
export async function prepareExamples(
  services: Services,
  warehouse: () => Promise<Warehouse>,
  examplesDir: string,
  onProgress: (fraction: number) => void,
): Promise<boolean> {
  if (!existsSync(examplesDir)) throw new Error(`there is none in ${examplesDir}`)
  const { loadExamples } = await import('../engines/duckdb/examples.server.ts')
  const written = await loadExamples(await warehouse(), examplesDir, services.now(), (done, all) =>
    onProgress(all === 0 ? 1 : done / all),
  )
  const database = await ensureWarehouseRecord(services)
  const { loadExampleContent } = await import('./example-content/load.ts')
  await loadExampleContent(services, database)
  return written.length > 0
}
