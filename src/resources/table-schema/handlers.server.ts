import { z } from 'zod'
import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { flag, integer } from '../kit/fields.ts'
import { formJson, shaped } from '../kit/form-json.ts'
import { tableSchemaRoutes as routes } from './contract.ts'

const Table = z.looseObject({
  queryEditorId: z.union([z.int(), z.string().regex(/^\d{1,9}$/)]),
  dbId: integer(),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  name: z.string(),
})
type Table = z.output<typeof Table>

export function tableSchemaEndpoints(services: Services): Endpoint[] {
  const { db } = services
  const find = ({ params }: { readonly params: { readonly id: number } }, caller: Caller) =>
    ownEntry(services, params.id, caller)
  return [
    endpoint(routes.create, async ({ body }, caller) => {
      const table = shaped(Table, formJson(body, 'table'), 'table')
      return { id: await putEntry(services, table, caller) }
    }),
    objectEndpoint(routes.expanded, {
      find,
      handle: async ({ body }, _, entry) => {
        const expanded = shaped(flag(), formJson(body, 'expanded'), 'expanded')
        await db
          .updateTable('tab_tables')
          .set({ expanded: expanded ? 1 : 0 })
          .where('id', '=', entry.id)
          .execute()
        return { id: entry.id, expanded }
      },
    }),
    objectEndpoint(routes.remove, {
      find,
      handle: async (_, _caller, entry) => {
        await db.deleteFrom('tab_tables').where('id', '=', entry.id).execute()
        return 'OK'
      },
    }),
  ]
}

/** An entry of one of the caller's tabs; another user's looks like none. */
async function ownEntry({ db }: Services, id: number, caller: Caller): Promise<Row<'tab_tables'> | null> {
  const row = await db
    .selectFrom('tab_tables')
    .innerJoin('tabs', 'tabs.id', 'tab_tables.tab_id')
    .where('tab_tables.id', '=', id)
    .where('tabs.user_id', '=', caller.userId ?? 0)
    .selectAll('tab_tables')
    .executeTakeFirst()
  return row ?? null
}

async function putEntry({ db }: Services, table: Table, caller: Caller): Promise<number> {
  const tabId = Number(table.queryEditorId)
  const tab = await db
    .selectFrom('tabs')
    .select('id')
    .where('id', '=', tabId)
    .where('user_id', '=', caller.userId ?? 0)
    .executeTakeFirst()
  if (!tab) throw new Problem(400, 'There is no such tab', { envelope: 'error' })
  const place = {
    tab_id: tabId,
    database_id: table.dbId,
    catalog: table.catalog ?? null,
    schema: table.schema ?? null,
    table: table.name,
  }
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('tab_tables')
      .where('tab_id', '=', tabId)
      .where('database_id', '=', place.database_id)
      .where('catalog', 'is not distinct from', place.catalog)
      .where('schema', 'is not distinct from', place.schema)
      .where('table', '=', place.table)
      .execute()
    const inserted = await trx
      .insertInto('tab_tables')
      .values({ ...place, description: JSON.stringify(table), expanded: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return inserted.id
  })
}
