import { spawn } from 'node:child_process'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { duckdbFile } from '../../test/duckdb-file.ts'

const PASSWORD = 'Correct-horse-9-battery'

const BOTH = [
  ['a slow chart', false],
  ['a chart that was quick when it was asked in the same words before', true],
] as const

it.each(BOTH)(
  'a client that leaves during %s is noted, not taken for a failure',
  async (_, isAskedBefore) => {
    const { dir, path } = await duckdbFile('create table t as select range as n from range(3)')
    const large = await duckdbFile('create table t as select range as n from range(30000)')
    const data = await mkdtemp(join(tmpdir(), 'sightline-left-'))
    const args = ['--port', '0', '--data', data, '--no-examples', '--sources', dir]
    const env = { SIGHTLINE_ADMIN_USERNAME: 'admin', SIGHTLINE_ADMIN_PASSWORD: PASSWORD, SIGHTLINE_LOG: 'info' }
    const server = spawn(process.execPath, [resolve(import.meta.dirname, 'main.ts'), ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void server.kill())
    let output = ''
    let log = ''
    server.stdout.on('data', (piece) => (output += piece))
    server.stderr.on('data', (piece) => (log += piece))
    await expect.poll(() => output, { timeout: 30_000 }).toContain('Ctrl+C')
    const base = /(http:\/\/\S+?)\/?\s/.exec(output)?.[1] ?? ''
    const call = async (where: string, body: object, token = '', signal: AbortSignal | null = null) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      return (await fetch(base + where, { method: 'POST', headers, body: JSON.stringify(body), signal })).json()
    }
    const login = { username: 'admin', password: PASSWORD, provider: 'db' }
    const { access_token } = await call('/api/v1/security/login', login)
    const made = async (where: string, body: object) => (await call(where, body, access_token)).id
    const database = await made('/api/v1/database/', { database_name: 'd', sqlalchemy_uri: `duckdb:///${path}` })
    const sql = 'select count(*) as n from t a, t b where a.n * b.n < 0'
    const id = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 'slow', sql })
    const size = await made('/api/v1/dataset/', {
      database,
      schema: 'main',
      table_name: 'size',
      sql: 'select count(*) as n from t',
    })
    const leaving = new AbortController()
    const about = (dataset: number) => ({
      datasource: { id: dataset, type: 'table' },
      force: true,
      queries: [{ columns: ['n'], row_limit: 10 }],
    })
    const question = about(id)
    if (isAskedBefore) expect((await call('/api/v1/chart/data', question, access_token)).result[0].rowcount).toBe(1)
    await rename(large.path, path)
    const rows = async () => (await call('/api/v1/chart/data', about(size), access_token)).result[0].data[0].n
    await expect.poll(rows).toBe(30_000)
    const answer = call('/api/v1/chart/data', question, access_token, leaving.signal).catch((error) => error.name)
    await call('/api/v1/security/login', login)
    leaving.abort()
    expect(await answer).toBe('AbortError')
    await expect.poll(() => log, { timeout: 30_000 }).toContain('the client left before the answer')
    expect(log).not.toContain('request failed')
    server.kill()
    await new Promise((done) => server.once('exit', done))
    await rm(data, { recursive: true, force: true })
  },
  90_000,
)
