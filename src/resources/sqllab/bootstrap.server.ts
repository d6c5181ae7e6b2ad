import { databaseExtra, editorDatabase, engineInformation } from '../../gateway/database-record.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { tabDict } from '../../gateway/tab-record.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { usableDatabases } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'

export async function bootstrap({ db }: Services, caller: Caller) {
  const tabs =
    caller.userId === null
      ? []
      : await db.selectFrom('tabs').selectAll().where('user_id', '=', caller.userId).orderBy('id').execute()
  const databases = await db
    .selectFrom('databases')
    .selectAll()
    .where('expose_in_sqllab', '=', 1)
    .where(usableDatabases(caller))
    .orderBy('id')
    .execute()
  const active = tabs.find((tab) => tab.active === 1) ?? tabs[0]
  return {
    result: {
      tab_state_ids: tabs.map(({ id, label }) => ({ id, label })),
      active_tab: active ? await tabDict(db, active) : null,
      databases: Object.fromEntries(databases.map((row) => [String(row.id), offeredDatabase(row)])),
    },
  }
}

/** What an engine cannot do is not offered, whatever its connection allows. */
function offeredDatabase(row: Row<'databases'>) {
  const offered = { ...editorDatabase(row), allows_cost_estimate: databaseExtra(row).cost_estimate_enabled ?? false }
  return engineInformation(row).supports_dml
    ? offered
    : { ...offered, allow_ctas: false, allow_cvas: false, allow_dml: false }
}
