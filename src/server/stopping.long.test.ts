import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { duckdbFile } from '../../test/duckdb-file.ts'
import { ADMIN, signIn, startServer } from '../../test/server.ts'

const file = await duckdbFile('create table t as select range as n from range(1000000)')
const dataDir = mkdtempSync(join(tmpdir(), 'sightline-stopping-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const SOURCES = ['--sources', file.dir]
const WAIT = { timeout: 60_000, interval: 20 }
/** A fifth of a second of work, more on a busy machine: a server that stops waits five seconds for it. */
const LONG = 'select count(*) from t a join t b on a.n % 50000 = b.n % 50000'
/** More than anybody waits for. */
const ENDLESS = 'select count(*) from t a join t b on a.n % 2 = b.n % 2 join t c on a.n % 2 = c.n % 2'

async function startProcess() {
  const main = resolve(import.meta.dirname, 'main.ts')
  const args = [main, '--port', '0', '--data', dataDir, '--no-examples', ...SOURCES]
  const env = {
    ...process.env,
    SIGHTLINE_ADMIN_USERNAME: ADMIN.username,
    SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
    SIGHTLINE_NO_RATE_LIMITS: '1',
  }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let output = ''
  child.stdout.on('data', (piece) => (output += piece))
  const shown = (pattern: RegExp) => vi.waitUntil(() => pattern.exec(output), WAIT)
  const exit = new Promise<number | null>((done) => child.once('exit', done))
  const [, base = ''] = await shown(/Sightline\s+(http:\S+)\//)
  return { child, exit, admin: await signIn(base, ADMIN.username, ADMIN.password), stopping: () => shown(/Stopping/) }
}

async function databaseOf(admin: Awaited<ReturnType<typeof signIn>>): Promise<number> {
  const body = { database_name: crypto.randomUUID(), sqlalchemy_uri: `duckdb:///${file.path}` }
  const made = await admin.send('POST', '/api/v1/database/', body)
  expect(made.status, made.text).toBe(201)
  return made.json.id
}

it('a server that is told to stop lets what runs come to its end and is gone right after; told twice, it waits no more', async () => {
  const first = await startProcess()
  const database_id = await databaseOf(first.admin)
  const execute = (sql: string, client_id: string, runAsync: boolean) =>
    first.admin.send('POST', '/api/v1/sqllab/execute/', { database_id, sql, client_id, runAsync })
  expect((await execute(LONG, 'background', true)).status).toBe(202)
  const answer = execute(LONG, 'waited-for', false)
  const isThere = async () => (await first.admin.send('GET', '/api/v1/query/')).json.count === 2
  await vi.waitUntil(isThere, WAIT)
  first.child.kill('SIGTERM')
  await first.stopping()
  expect((await answer).json.status).toBe('success')
  const answeredAt = performance.now()
  expect(await first.exit).toBe(0)
  expect(performance.now() - answeredAt).toBeLessThan(10_000)

  const second = await startProcess()
  const states = async (admin = second.admin) =>
    (await admin.send('GET', '/api/v1/query/')).json.result.map((run: { status: string }) => run.status)
  expect(await states()).toEqual(['success', 'success'])
  const body = { database_id, sql: ENDLESS, client_id: 'endless', runAsync: true }
  expect((await second.admin.send('POST', '/api/v1/sqllab/execute/', body)).status).toBe(202)
  second.child.kill('SIGTERM')
  await second.stopping()
  second.child.kill('SIGTERM')
  const saidTwiceAt = performance.now()
  expect(await second.exit).toBe(0)
  expect(performance.now() - saidTwiceAt).toBeLessThan(10_000)
  const third = await startServer({ dataDir, args: SOURCES })
  expect(await states(await third.login())).toEqual(['failed', 'success', 'success'])
  await third.stop()
}, 180_000)
