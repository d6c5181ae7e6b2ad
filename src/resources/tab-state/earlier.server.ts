import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { keepVersion } from '../kit/versions.server.ts'
import type { KeptReason, TabText } from './judge-save.ts'

const KIND = 'tab'
const MAX_KEPT = 20
const KEPT_DAYS = 30
const DAY_MS = 86_400_000
const PREVIEW_CHARACTERS = 300

interface KeptText extends TabText {
  readonly reason: KeptReason
  /** When the text was typed, ISO in UTC. */
  readonly written_on: string
}

/** Keeps a text of a tab as an earlier version, unless it is kept already: at most 20 of a tab, for 30 days. */
export async function keepEarlier(db: MetadataDb, tab: Row<'tabs'>, text: KeptText, now: Date): Promise<void> {
  const kept = await rowsOf(db, tab.id)
  const isSame = ({ body }: { readonly body: KeptText }) =>
    body.sql === text.sql && body.template_params === text.template_params
  if (kept.some(isSame)) return
  const { sql, template_params, reason, written_on } = text
  const body = { sql, template_params, reason, written_on }
  await keepVersion(db, { kind: KIND, objectId: tab.id, body, userId: tab.user_id, at: now.toISOString() })
  const oldest = kept[MAX_KEPT - 2]
  if (oldest)
    await db
      .deleteFrom('versions')
      .where('kind', '=', KIND)
      .where('object_id', '=', tab.id)
      .where('number', '<', oldest.number)
      .execute()
  await db.deleteFrom('versions').where('kind', '=', KIND).where('created_on', '<', firstKept(now)).execute()
}

const firstKept = (now: Date) => new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()

/** The earlier texts of a tab, the one kept last first. */
export async function earlierTexts(db: MetadataDb, tabId: number, now: Date) {
  const kept = await rowsOf(db, tabId, firstKept(now))
  return kept.map(({ number, body }) => ({
    number,
    written_on: body.written_on,
    reason: body.reason,
    preview: body.sql.slice(0, PREVIEW_CHARACTERS),
  }))
}

/** One earlier text whole; null where there is none. */
export async function earlierText(db: MetadataDb, tabId: number, number: number): Promise<TabText | null> {
  const found = (await rowsOf(db, tabId)).find((one) => one.number === number)
  return found ? { sql: found.body.sql, template_params: found.body.template_params } : null
}

/** A tab that was closed and comes back as a new one has what was kept of it. */
export async function moveEarlier(db: MetadataDb, from: number, to: number, userId: number): Promise<void> {
  const isThere = await db.selectFrom('tabs').select('id').where('id', '=', from).executeTakeFirst()
  if (isThere) return
  await db
    .updateTable('versions')
    .set({ object_id: to })
    .where('kind', '=', KIND)
    .where('object_id', '=', from)
    .where('user_id', '=', userId)
    .execute()
}

async function rowsOf(db: MetadataDb, tabId: number, since = '') {
  const rows = await db
    .selectFrom('versions')
    .select(['number', 'body'])
    .where('kind', '=', KIND)
    .where('object_id', '=', tabId)
    .where('created_on', '>=', since)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ number, body }) => ({ number, body: JSON.parse(body) as KeptText }))
}
