import { editorDatabase } from '../../gateway/database-record.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { tabDict } from '../../gateway/tab-record.server.ts'
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
      databases: Object.fromEntries(databases.map((row) => [String(row.id), editorDatabase(row)])),
    },
  }
}
