import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { startCuttingProxy } from '../../test/cutting-proxy.ts'
import { describePostgres, startPostgres } from '../../test/postgres.ts'
import { ADMIN, startServer } from '../../test/server.ts'

const server = await startServer()
const admin = await server.login()
const other = new DatabaseSync(join(server.dataDir, 'metadata.db'))
afterAll(async () => {
  other.close()
  await server.stop()
})

const roles = '/api/v1/security/roles/'

it('pages and lists are read while another process holds the store, and what is saved waits for it', async () => {
  other.exec('begin immediate')
  const saving = admin.send('POST', roles, { name: 'Waits' })
  const paths = [roles, '/api/v1/me/', '/api/v1/dashboard/', '/api/v1/chart/', '/dashboard/list/', '/health']
  for (const path of paths) expect([path, (await admin.send('GET', path)).status]).toEqual([path, 200])
  // A write that is answered before the end of the hold would have lost what it wrote.
  expect(await Promise.race([saving.then(() => 'saved'), 'waits'])).toBe('waits')
  other.exec('rollback')
  expect((await saving).status).toBe(201)
})

it('a store that stays busy is a 503 that says when to come again, and nothing is saved by half', async () => {
  other.exec('begin immediate')
  const answer = await admin.send('POST', roles, { name: 'Refused' })
  other.exec('rollback')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  expect(answer.json.message).toMatch(/^The server cannot save right now: its store is busy/)
  expect((await admin.send('GET', `${roles}?q=(page_size:100)`)).text).not.toContain('Refused')
  expect((await admin.send('POST', roles, { name: 'Refused' })).status).toBe(201)
}, 20_000)

it('a full disk is a 507, reading goes on, nothing is saved by half, and saving goes on when there is room', async () => {
  const { db } = server.server.services
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 1)}`.execute(db)
  const save = (dashboard_title: string) => {
    const position_json = JSON.stringify({ long: 'x'.repeat(100_000) })
    return admin.send('POST', '/api/v1/dashboard/', { dashboard_title, position_json })
  }
  for (const title of ['full', 'full again']) {
    const answer = await save(title)
    expect([answer.status, answer.json]).toEqual([
      507,
      { message: 'The server cannot save right now: its disk is full.' },
    ])
  }
  expect((await admin.send('GET', '/api/v1/dashboard/')).json).toMatchObject({ count: 0, result: [] })
  await sql`pragma max_page_count = 1000000`.execute(db)
  expect((await save('room')).status).toBe(201)
  expect((await admin.send('GET', '/api/v1/dashboard/')).json.count).toBe(1)
})

it('a value that must be unique and is not is a 4xx, also for two who bring it at the same time', async () => {
  const uuid = crypto.randomUUID()
  const statuses = async (path: string, ...bodies: readonly object[]) => {
    const answers = await Promise.all(bodies.map((body) => admin.send('POST', `/api/v1/${path}`, body)))
    for (const { text } of answers) expect(text).not.toMatch(/Unexpected|UNIQUE/)
    return answers.map(({ status }) => status).sort()
  }
  const board = { dashboard_title: 'one', uuid }
  expect(await statuses('dashboard/', board, board, { ...board, slug: 's' })).toEqual([201, 422, 422])
  const slug = { dashboard_title: 'one', slug: 'one' }
  expect(await statuses('dashboard/', slug, slug, slug)).toEqual([201, 422, 422])
  const person = { first_name: 'a', last_name: 'b', password: ADMIN.password, active: true, roles: [1] }
  const ana = { ...person, username: 'ana', email: 'ana@example.com' }
  expect(await statuses('security/users/', ana, ana)).toEqual([201, 422])
})

describePostgres('a metadata store in PostgreSQL', () => {
  it('that is away is a 503, and the server goes on when it is back', async () => {
    const postgres = await startPostgres()
    const wire = await startCuttingProxy(postgres.port, '')
    const url = postgres.url().replace(String(postgres.port), String(wire.port))
    const far = await startServer({ env: { SIGHTLINE_METADATA_URL: url } })
    const user = await far.login()
    wire.cutAfter(0)
    for (const [method, path, body] of [
      ['GET', '/api/v1/dashboard/'],
      ['POST', '/api/v1/dashboard/', { dashboard_title: 'x' }],
      ['GET', '/api/v1/me/'],
    ] as const) {
      const answer = await user.send(method, path, body)
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '1'])
      expect(JSON.stringify(answer.json)).toContain('cannot reach its store right now')
    }
    wire.cutAfter(null)
    expect((await user.send('POST', '/api/v1/dashboard/', { dashboard_title: 'x' })).status).toBe(201)
    await far.stop()
    await wire.stop()
    await postgres.stop()
  }, 120_000)
})
