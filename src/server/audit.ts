import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditEvent, DiskRoom } from '../gateway/services.server.ts'
import type { MetadataDb, MetadataStore } from '../metadata/open.server.ts'

const MAX_WAITING = 10_000
/** Rows that are looked at together. */
const PAGE = 5_000

export interface AuditLog {
  add(event: AuditEvent): void
  /** Resolves when everything added so far is stored. */
  flush(): Promise<void>
}

interface AuditStore extends Pick<MetadataStore, 'db' | 'isPostgres'> {
  /** Where a full disk lends room for what is written down; nowhere without it. */
  readonly disk?: Pick<DiskRoom, 'isFull' | 'lend'>
}

/** Append-only log; each row's hash covers the row before it, so a removed or edited row shows. */
export function auditLog(store: AuditStore, now: () => Date, onFailure: (cause: unknown) => void): AuditLog {
  let tail: Promise<void> = Promise.resolve()
  let waiting = 0
  return {
    add: (event) => {
      if (waiting >= MAX_WAITING) return onFailure(new Error('The audit log is behind; an event was dropped'))
      waiting += 1
      const at = now().toISOString()
      tail = tail
        .then(async () => {
          const giveBack = store.disk?.isFull() ? store.disk.lend() : null
          await append(store, at, event).finally(giveBack)
        })
        .catch(onFailure)
        .finally(() => {
          waiting -= 1
        })
    },
    flush: () => tail,
  }
}

/** Several servers write one log after each other: a hash covers the row that comes right before. */
const LOCK = 5_318_009

async function append({ db, isPostgres }: Pick<MetadataStore, 'db' | 'isPostgres'>, at: string, event: AuditEvent) {
  await db.transaction().execute(async (trx) => {
    if (isPostgres) await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx)
    const last = await trx.selectFrom('audit').select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst()
    const row = {
      at,
      actor: printable(event.actor),
      action: event.action,
      object: printable(event.object),
      outcome: event.outcome,
      ip: event.ip,
      request_id: event.requestId,
      detail: JSON.stringify(event.detail ?? {}),
    }
    await trx
      .insertInto('audit')
      .values({ ...row, hash: chainHash(last?.hash ?? '', row) })
      .execute()
  })
}

/** What a look at the whole log found: how many rows fit, and the id of the first that does not. */
interface AuditCheck {
  readonly rows: number
  readonly brokenId: number | null
}

/** Looks whether the whole log is as it was written. */
export async function checkAudit(db: MetadataDb): Promise<AuditCheck> {
  let before = ''
  let [rows, last] = [0, 0]
  for (;;) {
    const page = await db.selectFrom('audit').selectAll().where('id', '>', last).orderBy('id').limit(PAGE).execute()
    for (const { id, hash, ...row } of page) {
      if (hash !== chainHash(before, row)) return { rows, brokenId: id }
      ;[before, last, rows] = [hash, id, rows + 1]
    }
    if (page.length < PAGE) return { rows, brokenId: null }
  }
}

interface Chained {
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly object: string
  readonly outcome: string
  readonly ip: string
  readonly request_id: string
  readonly detail: string
}

function chainHash(before: string, row: Chained): string {
  const { at, actor, action, object, outcome, ip, request_id, detail } = row
  const text = JSON.stringify([before, at, actor, action, object, outcome, ip, request_id, detail])
  return createHash('sha256').update(text).digest('hex')
}

/** Control characters as escapes, so that a name cannot forge a line of a log. */
function printable(text: string): string {
  let out = ''
  for (const c of text) out += c < ' ' || c === '\u007f' ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c
  return out
}
