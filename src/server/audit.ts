import { createHash } from 'node:crypto'
import type { AuditEvent } from '../gateway/services.server.ts'
import type { MetadataDb } from '../metadata/open.server.ts'

const MAX_WAITING = 10_000

export interface AuditLog {
  add(event: AuditEvent): void
  /** Resolves when everything added so far is stored. */
  flush(): Promise<void>
}

/** Append-only log; each row's hash covers the row before it, so a removed or edited row shows. */
export function auditLog(db: MetadataDb, now: () => Date, onFailure: (cause: unknown) => void): AuditLog {
  let tail: Promise<void> = Promise.resolve()
  let waiting = 0
  return {
    add: (event) => {
      if (waiting >= MAX_WAITING) return onFailure(new Error('The audit log is behind; an event was dropped'))
      waiting += 1
      const at = now().toISOString()
      tail = tail
        .then(() => append(db, at, event))
        .catch(onFailure)
        .finally(() => {
          waiting -= 1
        })
    },
    flush: () => tail,
  }
}

async function append(db: MetadataDb, at: string, event: AuditEvent): Promise<void> {
  await db.transaction().execute(async (trx) => {
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

/** Id of the first row whose hash does not fit, or null when the whole log is as it was written. */
export async function brokenAuditRow(db: MetadataDb): Promise<number | null> {
  let before = ''
  for (const { id, hash, ...row } of await db.selectFrom('audit').selectAll().orderBy('id').execute()) {
    if (hash !== chainHash(before, row)) return id
    before = hash
  }
  return null
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
