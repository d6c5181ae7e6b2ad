import { findByClientId } from '../../gateway/query-store.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Row, RowPatch } from '../../metadata/tables.server.ts'
import { Problem } from '../../wire/problem.ts'
import { keepEarlier } from './earlier.server.ts'
import { extraText, type Saver, type TabChanges, timeIn } from './fields.ts'
import { judgeSave, type TabText } from './judge-save.ts'
import { lateSettings, ownSettings } from './own-settings.ts'
import { activateTab, flag, knownDatabase, knownSavedQuery } from './store.server.ts'

/** What became of a save. */
export interface Saved {
  /** The revision of the text that is stored after it. */
  readonly revision: number
  /** False where the stored text stays, because it is the later one and the sender had not seen it. */
  readonly isTaken: boolean
  /** Whether a text that the sender had not seen gave way, and was kept. */
  readonly hasOverwritten: boolean
}

/** Changes a tab, and keeps the text that loses. Throws 400 when it names a run that is not its user's. */
export function updateTab(services: Services, tab: Row<'tabs'>, sent: TabChanges, saver: Saver): Promise<Saved> {
  const now = services.now()
  const own = ownSettings(sent, saver.base)
  return services.db.transaction().execute(async (db) => {
    // Written first, so that nobody else changes what is read here.
    const stored = await db
      .updateTable('tabs')
      .set({ changed_on: now.toISOString() })
      .where('id', '=', tab.id)
      .returningAll()
      .executeTakeFirst()
    if (!stored) throw new Problem(404, '', { envelope: 'empty' })
    const verdict = await judge(db, { ...stored, changed_on: tab.changed_on }, { changes: own, saver, now })
    const changes = verdict.isTaken ? own : lateSettings(own, saver.base, stored)
    const patch: RowPatch<'tabs'> = { changed_on: now.toISOString(), ...valuesOf(changes) }
    if (verdict.revision !== stored.revision)
      Object.assign(patch, { revision: verdict.revision, written_by: saver.place })
    await addRelations(db, stored, changes, patch)
    await db.updateTable('tabs').set(patch).where('id', '=', tab.id).execute()
    if (changes.active === true) await activateTab(db, stored)
    return verdict
  })
}

interface Save {
  readonly changes: TabChanges
  readonly saver: Saver
  readonly now: Date
}

async function judge(db: MetadataDb, tab: Row<'tabs'>, { changes, saver, now }: Save): Promise<Saved> {
  const storedAt = timeIn(tab.extra_json)
  const sentAt = changes.extra_json === undefined ? 0 : timeIn(extraText(changes.extra_json))
  const verdict = judgeSave({ ...tab, at: storedAt }, { ...sentText(tab, changes), ...saver, at: sentAt })
  const { kept, isTaken, isChanged } = verdict
  if (kept !== null) {
    const { text, reason } = kept
    const at = reason === 'late' ? sentAt : storedAt
    const written_on = at === 0 ? tab.changed_on : new Date(at).toISOString()
    await keepEarlier(db, tab, { ...text, reason, written_on }, now)
  }
  return {
    revision: isTaken && isChanged ? tab.revision + 1 : tab.revision,
    isTaken,
    hasOverwritten: kept?.reason === 'overwritten',
  }
}

const sentText = (tab: Row<'tabs'>, { sql, template_params }: TabChanges): TabText => ({
  sql: sql === undefined ? tab.sql : (sql ?? ''),
  template_params: template_params === undefined ? tab.template_params : template_params,
})

const VALUES = ['catalog', 'schema', 'query_limit', 'template_params', 'label'] as const

function valuesOf(changes: TabChanges): RowPatch<'tabs'> {
  const patch: RowPatch<'tabs'> = {}
  for (const name of VALUES) if (changes[name] !== undefined) Object.assign(patch, { [name]: changes[name] })
  if (changes.sql !== undefined) patch.sql = changes.sql ?? ''
  if (changes.autorun !== undefined) patch.autorun = flag(changes.autorun)
  if (changes.hide_left_bar !== undefined) patch.hide_left_bar = flag(changes.hide_left_bar)
  if (changes.extra_json !== undefined) patch.extra_json = extraText(changes.extra_json)
  return patch
}

async function addRelations(
  db: MetadataDb,
  tab: Row<'tabs'>,
  changes: TabChanges,
  patch: RowPatch<'tabs'>,
): Promise<void> {
  if (changes.database_id !== undefined) patch.database_id = await knownDatabase(db, changes.database_id)
  if (changes.saved_query_id !== undefined)
    patch.saved_query_id = await knownSavedQuery(db, changes.saved_query_id, tab.user_id)
  const latest = changes.latest_query_id
  if (latest === undefined) return
  if (latest && !(await findByClientId(db, tab.user_id, latest)))
    throw new Problem(400, 'Bad request', { envelope: 'error' })
  patch.latest_query_id = latest || null
}
