import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let reader: TestClient
let readerId = 0
let open = 0
let hidden = 0

beforeAll(async () => {
  const source = await duckdbFile('create table open as select 1 as a, 2 as b; create table hidden as select 3 as c')
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  const database = await made('/api/v1/database/', { database_name: 'd', sqlalchemy_uri: `duckdb:///${source.path}` })
  open = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 'open' })
  hidden = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 'hidden' })
  const role = await made('/api/v1/security/roles/', { name: 'readers of open' })
  const pairs = (await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')).json.result
  const [pair] = pairs.filter((one: { view_menu: { name: string } }) => one.view_menu.name === `[d].[open](id:${open})`)
  await admin.send('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: [pair.id] })
  reader = await server.user('reader', ['Gamma', 'readers of open'])
  readerId = (await reader.send('GET', '/api/v1/me/')).json.result.id
})
afterAll(() => server.stop())

async function made(path: string, body: object, client = admin): Promise<number> {
  const answer = await client.send('POST', path, body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json.id
}
const context = (id: number, column: string) =>
  JSON.stringify({ datasource: { id, type: 'table' }, queries: [{ columns: [column], row_limit: 5 }] })
const chart = (id: number, more: object = {}) => ({
  ...{ slice_name: `of ${id}`, viz_type: 'table', datasource_id: id, datasource_type: 'table' },
  params: JSON.stringify({ viz_type: 'table', query_mode: 'raw', all_columns: ['a'] }),
  ...more,
})

it('saves no chart over a dataset that its maker may not read', async () => {
  const refused = await reader.send('POST', '/api/v1/chart/', chart(hidden))
  expect([refused.status, refused.json]).toEqual([422, { message: { datasource_id: ['Datasource does not exist'] } }])
  const unknown = await reader.send('POST', '/api/v1/chart/', chart(99_999))
  expect([unknown.status, unknown.json]).toEqual([refused.status, refused.json])
  const own = await made('/api/v1/chart/', chart(open), reader)
  const moved = await reader.send('PUT', `/api/v1/chart/${own}`, { datasource_id: hidden, datasource_type: 'table' })
  expect([moved.status, moved.json]).toEqual([422, { message: { datasource_id: ['Datasource does not exist'] } }])
  expect((await reader.send('PUT', `/api/v1/chart/${own}`, { datasource_id: open, slice_name: 'kept' })).status).toBe(
    200,
  )
})

it('lets an owner rename a chart whose dataset is hidden from them now', async () => {
  const id = await made('/api/v1/chart/', chart(hidden, { owners: [readerId] }))
  const renamed = await reader.send('PUT', `/api/v1/chart/${id}`, { datasource_id: hidden, slice_name: 'renamed' })
  expect([renamed.status, renamed.text]).toEqual([200, expect.any(String)])
})

it('lets nobody but an owner change what a chart asks by calling it generated', async () => {
  const id = await made('/api/v1/chart/', chart(open, { query_context: context(open, 'a') }))
  const generated = { query_context: context(open, 'b'), query_context_generation: true }
  expect((await reader.send('PUT', `/api/v1/chart/${id}`, generated)).status).toBe(403)
  expect((await admin.send('GET', `/api/v1/chart/${id}`)).json.result.query_context).toBe(context(open, 'a'))
  const lacking = await made('/api/v1/chart/', chart(open))
  expect((await reader.send('PUT', `/api/v1/chart/${lacking}`, generated)).status).toBe(200)
  const { result } = (
    await admin.send('GET', '/api/v1/chart/?q=(order_column:changed_on_delta_humanized,order_direction:desc)')
  ).json
  expect(result.find((one: { id: number }) => one.id === lacking).changed_by).toMatchObject({ id: readerId })
  expect((await reader.send('PUT', `/api/v1/chart/${lacking}`, generated)).status).toBe(403)
})

it('names the owner who changes what a chart over a hidden dataset asks, also where it is called generated', async () => {
  const id = await made('/api/v1/chart/', chart(hidden, { owners: [readerId] }))
  const generated = { query_context: context(hidden, 'c'), query_context_generation: true }
  expect((await reader.send('PUT', `/api/v1/chart/${id}`, generated)).status).toBe(200)
  const { result } = (await admin.send('GET', '/api/v1/chart/')).json
  expect(result.find((one: { id: number }) => one.id === id).changed_by).toMatchObject({ id: readerId })
})

it('copies with a dashboard no chart that is hidden from who copies', async () => {
  const own = await made('/api/v1/chart/', chart(open))
  const secret = await made('/api/v1/chart/', chart(hidden, { slice_name: 'secret' }))
  const dashboard = await made('/api/v1/dashboard/', { dashboard_title: 'Mixed', published: true })
  for (const id of [own, secret]) await admin.send('PUT', `/api/v1/chart/${id}`, { dashboards: [dashboard] })
  const body = { dashboard_title: 'Copy', duplicate_slices: true, json_metadata: '{}' }
  expect((await reader.send('POST', `/api/v1/dashboard/${dashboard}/copy/`, body)).status).toBe(200)
  const names = (await admin.send('GET', '/api/v1/chart/?q=(page_size:100)')).json.result.map(
    (one: { slice_name: string }) => one.slice_name,
  )
  expect(names.filter((name: string) => name === 'secret')).toHaveLength(1)
})

it('brings no chart into a dashboard that is hidden from who saves it, and loses none that was there', async () => {
  const [own, secret, other] = [chart(open), chart(hidden), chart(hidden)]
  const ids = [await made('/api/v1/chart/', own), await made('/api/v1/chart/', secret)]
  const dashboard = await made('/api/v1/dashboard/', { dashboard_title: 'Held', owners: [readerId], published: true })
  await admin.send('PUT', `/api/v1/chart/${ids[1]}`, { dashboards: [dashboard] })
  const all = [...ids, await made('/api/v1/chart/', other)]
  const positions = Object.fromEntries(all.map((id) => [`CHART-${id}`, { type: 'CHART', meta: { chartId: id } }]))
  const body = { json_metadata: JSON.stringify({ positions }) }
  expect((await reader.send('PUT', `/api/v1/dashboard/${dashboard}`, body)).status).toBe(200)
  const linked = async (id: number) =>
    (await admin.send('GET', `/api/v1/dashboard/${id}/charts`)).json.result.map((one: { id: number }) => one.id)
  expect((await linked(dashboard)).toSorted()).toEqual(ids.toSorted())
  const copy = await reader.send('POST', `/api/v1/dashboard/${dashboard}/copy/`, { dashboard_title: 'Copy', ...body })
  expect((await linked(copy.json.result.id)).toSorted()).toEqual(ids.toSorted())
})

it.each(['chart', 'dashboard'] as const)('keeps a %s while a report is about it', async (kind) => {
  const body = kind === 'chart' ? chart(open) : { dashboard_title: 'Sent' }
  const ids = [await made(`/api/v1/${kind}/`, body), await made(`/api/v1/${kind}/`, body)]
  const reports: number[] = []
  for (const name of ['first', 'second'])
    reports.push(
      await made('/api/v1/report/', {
        ...{ type: 'Report', name: `${name} ${kind}`, crontab: '0 9 * * *', [kind]: ids[0] },
        recipients: [{ type: 'Email', recipient_config_json: { target: 'a@example.com' } }],
      }),
    )
  const message = `There are associated alerts or reports: first ${kind},second ${kind}`
  const single = await admin.send('DELETE', `/api/v1/${kind}/${ids[0]}`)
  expect([single.status, single.json]).toEqual([422, { message }])
  const bulk = await admin.send('DELETE', `/api/v1/${kind}/?q=!(${ids.join(',')})`)
  expect([bulk.status, bulk.json]).toEqual([422, { message }])
  expect((await admin.send('GET', `/api/v1/${kind}/${ids[1]}`)).status).toBe(200)
  await admin.send('DELETE', `/api/v1/report/?q=!(${reports.join(',')})`)
  expect((await admin.send('DELETE', `/api/v1/${kind}/?q=!(${ids.join(',')})`)).status).toBe(200)
})

it.each(['chart', 'dashboard'] as const)('names no report about a %s to who may not see it', async (kind) => {
  const owner = await server.user(`${kind}-owner`, ['Alpha'])
  const id = await made(`/api/v1/${kind}/`, kind === 'chart' ? chart(open) : { dashboard_title: 'Own' }, owner)
  const report = (name: string, client: TestClient) => {
    const recipients = [{ type: 'Email', recipient_config_json: { target: 'a@example.com' } }]
    const body = { type: 'Report', name: `${name} ${kind}`, crontab: '0 9 * * *', [kind]: id, recipients }
    return made('/api/v1/report/', body, client)
  }
  const refused = async (client: TestClient) => {
    const single = await client.send('DELETE', `/api/v1/${kind}/${id}`)
    expect((await client.send('DELETE', `/api/v1/${kind}/?q=!(${id})`)).json).toEqual(single.json)
    return [single.status, single.json.message]
  }
  if (kind === 'dashboard') await owner.send('PUT', `/api/v1/dashboard/${id}`, { published: true })
  await report('secret', admin)
  expect(await refused(owner)).toEqual([422, 'There are associated alerts or reports that you may not see'])
  await report('open', owner)
  const mixed = `There are associated alerts or reports: open ${kind}, and others that you may not see`
  expect(await refused(owner)).toEqual([422, mixed])
  const all = `There are associated alerts or reports: secret ${kind},open ${kind}`
  expect(await refused(admin)).toEqual([422, all])
})

it('names of a dataset no dashboard that the caller may not see, and counts it', async () => {
  const chartId = await made('/api/v1/chart/', chart(open))
  const draft = await made('/api/v1/dashboard/', { dashboard_title: 'a secret plan', published: false })
  expect((await admin.send('PUT', `/api/v1/chart/${chartId}`, { dashboards: [draft] })).status).toBe(200)
  const asked = async (client: TestClient) => {
    const { charts, dashboards } = (await client.send('GET', `/api/v1/dataset/${open}/related_objects`)).json
    const titles = dashboards.result.map(({ title }: { title: string }) => title)
    return { charts, count: dashboards.count, titles }
  }
  const [all, seen] = [await asked(admin), await asked(reader)]
  expect(all.titles).toContain('a secret plan')
  expect(all.titles).toHaveLength(all.count)
  expect(seen.titles).not.toContain('a secret plan')
  expect([seen.count, seen.charts]).toEqual([all.count, all.charts])
})

it('leaves a chart on a draft that its owner may not see, and lets nobody put it on one', async () => {
  const draft = await made('/api/v1/dashboard/', { dashboard_title: 'Plan', published: false })
  const id = await made('/api/v1/chart/', chart(open, { owners: [readerId] }))
  const put = () => reader.send('PUT', `/api/v1/chart/${id}`, { dashboards: [draft] })
  const refused = await put()
  expect([refused.status, refused.json.message]).toEqual([422, { dashboards: ['Dashboards do not exist'] }])
  await admin.send('PUT', `/api/v1/chart/${id}`, { dashboards: [draft] })
  expect((await put()).status).toBe(200)
  const { dashboards } = (await admin.send('GET', `/api/v1/chart/${id}`)).json.result
  expect(dashboards.map((one: { id: number }) => one.id)).toEqual([draft])
})

it('lets those alone put a chart on a dashboard who may change the dashboard', async () => {
  const open1 = await made('/api/v1/chart/', chart(open))
  const foreign = await made('/api/v1/dashboard/', { dashboard_title: 'Of others', published: true })
  await admin.send('PUT', `/api/v1/chart/${open1}`, { dashboards: [foreign] })
  expect((await reader.send('GET', `/api/v1/dashboard/${foreign}`)).status).toBe(200)
  const message = 'Changing one or more of these dashboards is forbidden'
  const created = await reader.send('POST', '/api/v1/chart/', chart(open, { dashboards: [foreign] }))
  expect([created.status, created.json]).toEqual([403, { message }])
  const own = await made('/api/v1/dashboard/', { dashboard_title: 'Own' }, reader)
  const id = await made('/api/v1/chart/', chart(open, { dashboards: [own] }), reader)
  const put = (dashboards: number[]) => reader.send('PUT', `/api/v1/chart/${id}`, { dashboards })
  const added = await put([own, foreign])
  expect([added.status, added.json]).toEqual([403, { message }])
  await admin.send('PUT', `/api/v1/chart/${id}`, { dashboards: [own, foreign] })
  expect((await put([own, foreign])).status).toBe(200)
})

it('keeps no source of a kind that there is not', async () => {
  const id = await made('/api/v1/chart/', chart(open))
  for (const datasource_type of ['nope', null]) {
    const refused = await admin.send('PUT', `/api/v1/chart/${id}`, { datasource_type })
    expect([refused.status, Object.keys(refused.json.message)]).toEqual([400, ['datasource_type']])
  }
})
