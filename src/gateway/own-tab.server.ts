import type { MetadataDb } from '../metadata/open.server.ts'
import type { Row } from '../metadata/tables.server.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'

/** The browser drops a tab only on this mark: a proxy's 404 must not cost a tab. */
const MISSING = { 'x-sightline': 'tab-missing', 'content-type': 'text/html; charset=utf-8' }

/** A tab of the caller. Throws 404 for none and 403 for another user's, both without a body as the dialect has it. */
export async function ownTab(db: MetadataDb, id: number, caller: Caller): Promise<Row<'tabs'>> {
  const tab = await db.selectFrom('tabs').selectAll().where('id', '=', id).executeTakeFirst()
  if (!tab) throw new Problem(404, '', { envelope: 'empty', headers: MISSING })
  if (tab.user_id !== caller.userId) throw new Problem(403, '', { envelope: 'empty', headers: MISSING })
  return tab
}
