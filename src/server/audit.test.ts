import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describePostgres, startPostgres } from '../../test/postgres.ts'
import type { AuditEvent } from '../gateway/services.server.ts'
import { type MetadataStore, openMetadata } from '../metadata/open.server.ts'
import { type AuditLog, auditLog, checkAudit } from './audit.ts'
import { verifyAudit } from './audit-verify.ts'
import { readCommand } from './settings.ts'

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
  log = auditLog(store, now, (cause) => {
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
  expect(await checkAudit(store.db)).toEqual({ rows: 3, brokenId: null })
})

test('an edited row is named', async () => {
  await store.db.updateTable('audit').set({ actor: 'somebody else' }).where('id', '=', 2).execute()
  expect(await checkAudit(store.db)).toEqual({ rows: 1, brokenId: 2 })
})

test('a removed row shows in the one after it', async () => {
  await store.db.deleteFrom('audit').where('id', '=', 2).execute()
  expect(await checkAudit(store.db)).toEqual({ rows: 1, brokenId: 3 })
})

test('a command says whether the log is whole, and names the row that is not', async () => {
  const verify = async () => {
    const command = readCommand(['audit', 'verify', '--data', dir], {})
    if (command.kind !== 'verify-audit') throw new Error('not the command')
    return verifyAudit(command.settings)
  }
  expect(await verify()).toEqual({ words: 'The audit log is whole: 3 rows, each as it was written.', code: 0 })
  await store.db.updateTable('audit').set({ outcome: 'denied' }).where('id', '=', 3).execute()
  expect(await verify()).toEqual({
    words: 'Row 3 of the audit log was changed, or what came before it: 2 rows fit.',
    code: 1,
  })
  expect(() => readCommand(['audit'], {})).toThrow('sightline audit verify')
})

describePostgres('the audit log of several servers', () => {
  test('is one chain, whoever writes at the same time', async () => {
    const server = await startPostgres()
    const open = () => openMetadata({ url: server.url(), dir, now })
    const stores = [await open(), await open(), await open()]
    try {
      const logs = stores.map((one) =>
        auditLog(one, now, (cause) => {
          throw cause
        }),
      )
      for (let i = 0; i < 30; i += 1) for (const one of logs) one.add(event(`step ${i}`))
      await Promise.all(logs.map((one) => one.flush()))
      const [first] = stores
      expect(first && (await checkAudit(first.db))).toEqual({ rows: 90, brokenId: null })
    } finally {
      for (const one of stores) await one.close()
      await server.stop()
    }
  }, 60_000)
})
