import { afterAll, beforeAll, expect, it } from 'vitest'
import { archive, exported, imported } from '../../../test/archive.ts'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

type Content = Record<string, unknown>
let server: TestServer
let admin: TestClient
let files: ReadonlyMap<string, Content>
let dashboardId: number

const make = async (path: string, body: Content): Promise<number> => (await admin.send('POST', path, body)).json.id

async function inspected(client: TestClient, contents: ReadonlyMap<string, Content>, fields: Content = {}) {
  const form = new FormData()
  form.set('formData', new Blob([new Uint8Array(await archive(contents))]), 'archive.zip')
  for (const [name, value] of Object.entries(fields)) form.set(name, JSON.stringify(value))
  const answer = await fetch(`${client.base}/api/v1/dashboard/import/inspect/`, {
    method: 'POST',
    headers: { cookie: client.cookie, 'x-csrftoken': client.csrf },
    body: form,
  })
  const { result } = (await answer.json()) as { result: never }
  return { status: answer.status, result: result as Report }
}
interface Report {
  readonly objects: readonly { kind: string; name: string; outcome: string; exists: boolean; changes: unknown }[]
  readonly unmapped: readonly { name: string; setting: string; value: unknown }[]
  readonly secrets: unknown
  readonly problems: readonly { file: string; message: string }[]
}
const outcomes = ({ objects }: Report) => objects.map(({ kind, outcome }) => `${kind} ${outcome}`)
/** The files with what `change` makes of those of a folder. */
const changed = (folder: string, change: (content: Content) => Content) =>
  new Map([...files].map(([name, content]) => [name, name.includes(`/${folder}/`) ? change(content) : content]))

beforeAll(async () => {
  const source = await duckdbFile("CREATE TABLE sales AS SELECT 'a' AS city, 1 AS pieces")
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  const database = await make('/api/v1/database/', {
    database_name: 'shop',
    sqlalchemy_uri: `duckdb:///${source.path}`,
  })
  const datasource_id = await make('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })
  const params = {
    viz_type: 'pie',
    groupby: ['city'],
    metric: 'count',
    donut: true,
    legendOrientation: 'top',
    empty: [],
  }
  const chartId = await make('/api/v1/chart/', {
    slice_name: 'By city',
    viz_type: 'pie',
    datasource_id,
    datasource_type: 'table',
    params: JSON.stringify(params),
  })
  dashboardId = await make('/api/v1/dashboard/', {
    dashboard_title: 'Sales',
    position_json: JSON.stringify({ 'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId } } }),
    json_metadata: JSON.stringify({
      filter_scopes: { [chartId]: {} },
      default_filters: '{}',
      color_scheme: 'supersetColors',
    }),
  })
  files = (await exported(admin, 'dashboard', dashboardId)).files
})
afterAll(() => server.stop())

it('lists each object with what an import would make of it, and does none of it', async () => {
  const titled = changed('dashboards', (content) => ({ ...content, dashboard_title: 'Sold' }))
  const { status, result } = await inspected(admin, titled)
  expect(status).toBe(200)
  expect(outcomes(result)).toEqual([
    'dashboard overwritten',
    'chart unchanged',
    'dataset unchanged',
    'database unchanged',
  ])
  expect(result.objects[0]?.changes).toEqual([{ path: ['dashboard_title'], before: 'Sales', after: 'Sold' }])
  const copy = changed('dashboards', (content) => ({ ...content, uuid: crypto.randomUUID() }))
  expect(outcomes((await inspected(admin, copy)).result)[0]).toBe('dashboard created')
  const { json } = await admin.send('GET', '/api/v1/dashboard/')
  expect(json.result.map((row: { dashboard_title: string }) => row.dashboard_title)).toEqual(['Sales'])
})

it('names each setting that is not used, and charts that are not drawn', async () => {
  const settings = async (contents: typeof files) =>
    (await inspected(admin, contents)).result.unmapped.map(({ name, setting, value }) => [name, setting, value])
  expect(await settings(files)).toEqual([
    ['Sales', 'metadata.filter_scopes', expect.anything()],
    ['By city', 'legendOrientation', 'top'],
  ])
  const undrawn = changed('charts', (content) => ({ ...content, viz_type: 'deck_hex' }))
  expect(await settings(undrawn)).toContainEqual(['By city', 'viz_type', 'deck_hex'])
})

it('asks for the secrets of connections that would be made', async () => {
  const uuid = crypto.randomUUID()
  const address = 'postgresql://reader:XXXXXXXXXX@db.example.com/shop'
  const elsewhere = new Map(
    [...changed('databases', (content) => ({ ...content, uuid, database_name: 'far', sqlalchemy_uri: address }))].map(
      ([name, content]) => [name, name.includes('/datasets/') ? { ...content, database_uuid: uuid } : content],
    ),
  )
  const { result } = await inspected(admin, elsewhere)
  const file = 'databases/shop.yaml'
  expect(result.secrets).toEqual([{ file, database: 'far', field: 'passwords' }])
  const given = (await inspected(admin, elsewhere, { passwords: { [file]: 'secret' } })).result
  expect([given.secrets, outcomes(given).at(-1)]).toEqual([[], 'database created'])
  expect((await admin.send('GET', '/api/v1/database/')).json.count).toBe(1)
})

it('says why an import would be refused, to whom it would be', async () => {
  const gamma = await server.user('gamma', ['Gamma'])
  const { status, result } = await inspected(gamma, files)
  expect([status, result.objects]).toEqual([200, []])
  expect(result.problems[0]?.message).toBe('Dashboard already exists and you may not change it')
  const broken = changed('charts', ({ dataset_uuid, ...content }) => content)
  const { problems } = (await inspected(admin, broken)).result
  expect(problems).toEqual([
    { file: expect.stringMatching(/^charts\//), message: expect.stringMatching(/^dataset_uuid/) },
  ])
  const none = await imported(admin, 'dashboard', Buffer.from('no archive'))
  expect(none.status).toBe(422)
})
