import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it, vi } from 'vitest'
import {
  BEFORE,
  chartOf,
  DUE,
  lastLog,
  logsOf,
  mailEnv,
  mailGate,
  mails,
  reportOf,
  SOURCES,
  scratch,
  start,
  stop,
  withMailServer,
} from '../../../test/report-mails.ts'

withMailServer()

const STARTED = /Sightline\s+http/
const WAIT = { timeout: 60_000, interval: 50 }

/** The product in a process of its own, so that it can be killed as a machine is that loses its power. */
async function startProcess(dataDir: string, now: string) {
  const args = [
    resolve(import.meta.dirname, '../main.ts'),
    '--port',
    '0',
    '--data',
    dataDir,
    '--no-examples',
    ...SOURCES,
  ]
  const env = { ...process.env, ...mailEnv(), SIGHTLINE_NOW: now }
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (piece) => (output += piece))
  await vi.waitUntil(() => STARTED.test(output), WAIT)
  return async () => {
    const ended = new Promise((done) => server.once('exit', done))
    server.kill('SIGKILL')
    await ended
  }
}

it('tells the owners once that a report was lost with the server that was sending it', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const owner = (await admin.send('GET', '/api/v1/me/')).json.result
  const chart = await chartOf(admin)
  const held = new Promise<void>((done) => {
    mailGate.onMail = done
  })
  const lost = await reportOf(admin, { chart, name: 'Lost' })
  const control = await reportOf(admin, { chart, name: 'Control', crontab: '0 12 * * *' })
  await stop(before)

  const kill = await startProcess(dataDir, DUE)
  await held
  await kill()
  mailGate.onMail = null
  expect(mails).toEqual([])

  const after = await start(dataDir, '2026-03-02T11:00:00Z', mailEnv())
  const log = await lastLog(await after.login(), lost)
  expect(log).toMatchObject({ state: 'Error', error_message: 'The server stopped before the report was sent.' })
  await vi.waitUntil(() => mails.length > 0, WAIT)
  expect(mails[0]?.to).toEqual([owner.email])
  expect(mails[0]?.raw).toContain('Subject: Not sent: Lost')
  const raw = (mails[0]?.raw ?? '').replace(/=\r\n/g, '')
  expect(raw).toContain('The server stopped before the report was sent.')
  await stop(after)

  const later = await start(dataDir, '2026-03-02T12:00:30Z', mailEnv())
  const client = await later.login()
  expect((await lastLog(client, control)).state).toBe('Success')
  expect(await logsOf(client, lost)).toHaveLength(1)
  expect(mails.filter(({ raw }) => raw.includes('Subject: Not sent:'))).toHaveLength(1)
}, 180_000)
