import { afterAll, expect, it } from 'vitest'
import { startServer } from '../../../test/server.ts'
import { forgetReplies } from './once.ts'

const server = await startServer()
afterAll(() => server.stop())
const admin = await server.login()
const board = { dashboard_title: 'once' }
const make = (key: string, body: object = board, client = admin) =>
  client.send('POST', '/api/v1/dashboard/', body, { 'idempotency-key': key })

it('creates once what is sent twice at the same time and once later, and gives the same reply', async () => {
  const answers = [...(await Promise.all([make('a'), make('a'), make('a')])), await make('a')]
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
  const { count } = (await admin.send('GET', '/api/v1/dashboard/')).json
  expect(count).toBe(1)
  expect((await make('b')).json.id).not.toBe(answers[0]?.json.id)
})

it('is a key of one user and one request, and keeps no refusal', async () => {
  const first = await make('c', { dashboard_title: 'mine' })
  expect((await make('c', { dashboard_title: 'another' })).status).toBe(422)
  const alpha = await server.user('alpha', ['Alpha'])
  const other = await make('c', { dashboard_title: 'mine' }, alpha)
  expect([other.status, other.json.id === first.json.id]).toEqual([201, false])
  const taken = { dashboard_title: 'slug', slug: 'taken' }
  await make('d', taken)
  expect((await make('e', taken)).status).toBe(422)
  await server.server.services.db.updateTable('dashboards').set({ slug: null }).where('slug', '=', 'taken').execute()
  expect((await make('e', taken)).status).toBe(201)
  for (const key of ['', ' ', 'x'.repeat(256)]) expect([key, (await make(key)).status]).toEqual([key, 400])
})

it('forgets after a day', async () => {
  const { db } = server.server.services
  const kept = async () => (await db.selectFrom('key_values').select('key').where('kind', '=', 'once').execute()).length
  await make('f', { dashboard_title: 'f', css: '.secret {}' })
  const { value } = await db
    .selectFrom('key_values')
    .select('value')
    .where('kind', '=', 'once')
    .executeTakeFirstOrThrow()
  expect(value).not.toContain('dashboard_title')
  await forgetReplies(db, new Date())
  expect(await kept()).toBeGreaterThan(0)
  await forgetReplies(db, new Date(Date.now() + 90_000_000))
  expect(await kept()).toBe(0)
})
