import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let id = 0
beforeAll(async () => {
  const source = await duckdbFile("create table sales as select 1 as n, 'a' as city")
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  const connection = { database_name: 'd', sqlalchemy_uri: `duckdb:///${source.path}` }
  const database = (await admin.send('POST', '/api/v1/database/', connection)).json.id
  id = (await admin.send('POST', '/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })).json.id
})
afterAll(() => server.stop())

async function save(client: TestClient, data: unknown) {
  const body = new URLSearchParams(data === undefined ? {} : { data: JSON.stringify(data) })
  const headers = { cookie: client.cookie, 'x-csrftoken': client.csrf }
  const answer = await fetch(`${client.base}/datasource/save/`, { method: 'POST', headers, body })
  return { status: answer.status, json: await answer.json() }
}
const got = async (client = admin) => (await client.send('GET', `/datasource/get/table/${id}/`)).json

it('a dataset is saved as a whole, and answered as it is read', async () => {
  const { columns, metrics, ...before } = await got()
  const [first, ...others] = columns
  const sent = {
    ...before,
    description: 'Sold',
    columns: [{ ...first, verbose_name: 'Number' }, ...others],
    metrics: [...metrics, { metric_name: 'all', expression: 'sum(n)' }],
  }
  const { status, json } = await save(admin, sent)
  expect([status, json]).toEqual([200, await got()])
  expect(json).toMatchObject({
    id,
    description: 'Sold',
    columns: [{ id: first.id, verbose_name: 'Number' }, others[0]],
  })
  expect(json.metrics.map((metric: { metric_name: string }) => metric.metric_name)).toEqual(['count', 'all'])
  expect((await save(admin, { ...json, description: null, metrics: [] })).json).toMatchObject({
    description: null,
    metrics: [],
  })
})

it('a dataset that cannot be saved is refused in the envelope of the older views', async () => {
  const now = await got()
  const error = async (data: unknown, client = admin) => {
    const { status, json } = await save(client, data)
    return [status, json.error ?? json.message]
  }
  expect(await error({ ...now, columns: [...now.columns, now.columns[0]] })).toEqual([
    409,
    `Duplicate column name(s): ${now.columns[0].column_name}`,
  ])
  expect(await error({ ...now, owners: [9999] })).toEqual([422, 'Owners are invalid'])
  expect(await error({ ...now, id: 9999 })).toEqual([404, 'Datasource does not exist'])
  for (const data of [undefined, [], { ...now, database: undefined }]) expect((await error(data))[0]).toBe(400)
  expect(await error(now, await server.user('gamma', ['Gamma']))).toEqual([403, 'Access is Denied'])
})
