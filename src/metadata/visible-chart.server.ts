import type { Caller } from '../wire/caller.ts'
import type { MetadataDb } from './open.server.ts'
import type { Row } from './tables.server.ts'
import { visibleCharts } from './visible.server.ts'

/** A chart by its id or uuid; null where there is none that the caller may see. */
export async function visibleChart(
  db: MetadataDb,
  key: number | string,
  caller: Caller,
): Promise<Row<'charts'> | null> {
  const isId = typeof key === 'number' || /^\d{1,9}$/.test(key)
  const found = await db
    .selectFrom('charts')
    .selectAll()
    .where(isId ? 'id' : 'uuid', '=', isId ? Number(key) : key)
    .where(visibleCharts(caller))
    .executeTakeFirst()
  return found ?? null
}
