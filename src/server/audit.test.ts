import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AuditEvent } from '../gateway/services.server.ts'
import { type MetadataStore, openMetadata } from '../metadata/open.server.ts'
import { type AuditLog, auditLog, brokenAuditRow } from './audit.ts'

const now = () => new Date('2026-01-31T12:00:00Z')
const event = (action: string): AuditEvent => ({
  actor: 'ada\r\nroot',
  action,
  object: 'session',
  outcome: 'ok',
  ip: '127.0.0.1',
  requestId: 'r',
})

let dir: string
let store: MetadataStore
let log: AuditLog
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sightline-audit-'))
  store = await openMetadata({ url: null, dir, now })
  log = auditLog(store.db, now, (cause) => {
    throw cause
  })
  for (const action of ['login', 'export', 'logout']) log.add(event(action))
  await log.flush()
})
afterEach(async () => {
  await store.close()
  rmSync(dir, { recursive: true, force: true })
})

test('events are kept in order, with control characters escaped', async () => {
  const rows = await store.db.selectFrom('audit').select(['action', 'actor']).orderBy('id').execute()
  expect(rows.map((row) => row.action)).toEqual(['login', 'export', 'logout'])
  expect(rows[0]?.actor).toBe('ada\\u000d\\u000aroot')
  expect(await brokenAuditRow(store.db)).toBeNull()
})

test('an edited row is named', async () => {
  await store.db.updateTable('audit').set({ actor: 'somebody else' }).where('id', '=', 2).execute()
  expect(await brokenAuditRow(store.db)).toBe(2)
})

test('a removed row shows in the one after it', async () => {
  await store.db.deleteFrom('audit').where('id', '=', 2).execute()
  expect(await brokenAuditRow(store.db)).toBe(3)
})
