import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { usableDatabases } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'

/** A database that the caller may use at all. */
export async function findDatabase({ db }: Services, id: number, caller: Caller): Promise<Row<'databases'> | null> {
  const row = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', id)
    .where(usableDatabases(caller))
    .executeTakeFirst()
  return row ?? null
}
