import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const BASE = '/api/v1/report'
let server: TestServer
let admin: TestClient
let ann: TestClient
let ben: TestClient
let gamma: TestClient
let annId: number

beforeAll(async () => {
  server = await startServer({ env: { SIGHTLINE_NOW: '2026-03-02T10:00:00Z' } })
  admin = await server.login()
  ann = await server.user('ann', ['Alpha'])
  ben = await server.user('ben', ['Alpha'])
  gamma = await server.user('gamma', ['Gamma'])
  annId = (await ann.send('GET', '/api/v1/me/')).json.result.id
})
afterAll(() => server.stop())

let count = 0
const dashboard = async () => {
  count += 1
  const body = { dashboard_title: `Board ${count}`, published: true }
  return (await admin.send('POST', '/api/v1/dashboard/', body)).json.id as number
}
const body = (name: string, more: object = {}) => ({
  type: 'Report',
  name,
  crontab: '0 9 * * 1',
  recipients: [{ type: 'Email', recipient_config_json: { target: 'ann@example.com' } }],
  report_format: 'TEXT',
  ...more,
})
const own = async (client: TestClient, name: string, more: object = {}) => {
  const made = await client.send('POST', '/api/v1/dashboard/', { dashboard_title: name })
  const id = made.json.id as number
  return { id, report: await client.send('POST', `${BASE}/`, body(name, { dashboard: id, ...more })) }
}
const listed = async (client: TestClient, filters: string) =>
  (await client.send('GET', `${BASE}/?q=${encodeURIComponent(`(filters:!(${filters}))`)}`)).json

it('finds the report of a user for one dashboard and way of making', async () => {
  const { id, report } = await own(ann, 'weekly', { creation_method: 'dashboards' })
  expect(report.status).toBe(201)
  const mine = `(col:dashboard_id,opr:eq,value:${id}),(col:creation_method,opr:eq,value:dashboards)`
  const { result } = await listed(ann, `${mine},(col:created_by,opr:rel_o_m,value:${annId})`)
  expect(result).toEqual([
    expect.objectContaining({
      id: report.json.id,
      name: 'weekly',
      active: true,
      creation_method: 'dashboards',
      chart_id: null,
      dashboard_id: id,
      created_by: { first_name: 'ann', last_name: 'Test' },
      crontab_humanized: 'At 09:00 AM, only on Monday',
    }),
  ])
  expect((await listed(ann, `${mine},(col:created_by,opr:rel_o_m,value:1)`)).count).toBe(0)
  expect((await listed(ann, `(col:chart_id,opr:eq,value:${id})`)).count).toBe(0)
})

it('is changed, switched off and deleted by its owners alone', async () => {
  const { report } = await own(ann, 'daily')
  const path = `${BASE}/${report.json.id}`
  expect((await ben.send('GET', path)).status).toBe(404)
  for (const client of [ben, gamma]) {
    expect((await client.send('PUT', path, { active: false })).status).toBe(403)
    expect((await client.send('DELETE', path)).status).toBe(403)
    expect((await client.send('DELETE', `${BASE}/?q=!(${report.json.id})`)).status).toBe(403)
  }
  expect((await listed(ben, '(col:name,opr:eq,value:daily)')).count).toBe(0)
  expect((await ben.send('GET', `${path}/log/`)).json).toEqual({ count: 0, ids: [], result: [] })
  expect((await ann.send('PUT', path, { active: false })).json.result).toEqual({ active: false })
  const changed = { name: 'every day', crontab: '30 7 * * *', timezone: 'Europe/Berlin' }
  expect((await ann.send('PUT', path, changed)).status).toBe(200)
  expect((await ann.send('GET', path)).json.result).toMatchObject({ ...changed, active: false })
  expect((await ann.send('DELETE', path)).json).toEqual({ message: 'OK' })
  expect((await ann.send('GET', path)).status).toBe(404)
})

it('stays with who changes it, unless an administrator gives it away', async () => {
  const { report } = await own(ann, 'given')
  const path = `${BASE}/${report.json.id}`
  const owners = async () =>
    (await admin.send('GET', path)).json.result.owners.map((one: { first_name: string }) => one.first_name)
  const benId = (await ben.send('GET', '/api/v1/me/')).json.result.id
  await ann.send('PUT', path, { owners: [benId] })
  expect(await owners()).toEqual(['ann', 'ben'])
  await admin.send('PUT', path, { owners: [benId] })
  expect(await owners()).toEqual(['ben'])
  expect((await ann.send('PUT', path, { active: false })).status).toBe(403)
})

it('is about one thing that its maker sees, once for each of them', async () => {
  const { id } = await own(ann, 'first', { creation_method: 'dashboards' })
  const again = await ann.send('POST', `${BASE}/`, body('second', { dashboard: id, creation_method: 'dashboards' }))
  expect([again.status, again.json.errors[0].message]).toEqual([409, 'Resource already has an attached report.'])
  const at = async (more: object) => (await ann.send('POST', `${BASE}/`, body('third', more))).json.message
  expect(await at({ dashboard: id, chart: 1 })).toEqual({ chart: 'Choose a chart or dashboard not both' })
  expect(await at({})).toEqual({ chart: 'Must choose either a chart or a dashboard' })
  expect(await at({ dashboard: await dashboard() })).toEqual({ dashboard: 'Dashboard does not exist' })
  expect(await at({ chart: 99_999 })).toEqual({ chart: 'Chart does not exist' })
  expect(await at({ chart: 1e15 })).toEqual({ chart: 'Chart does not exist' })
  const taken = await ann.send('POST', `${BASE}/`, body('first', { dashboard: id }))
  expect([taken.status, taken.json.message]).toEqual([422, { name: ['A report named "first" already exists'] }])
})

it.each([
  [{ crontab: '* * * * * *' }, { crontab: ['Cron expression is not valid'] }],
  [{ crontab: '@reboot' }, { crontab: ['Cron expression is not valid'] }],
  [{ crontab: '61 * * * *' }, { crontab: ['Cron expression is not valid'] }],
  [{ crontab: '0 0 30 2 *' }, { crontab: ['Cron expression is not valid'] }],
  [{ timezone: 'Mars' }, { timezone: ['Not a valid time zone.'] }],
  [{ grace_period: 0 }, { grace_period: ['Value must be greater than 0'] }],
  [{ type: 'Alert', database: 1 }, { sql: 'An alert needs a statement.' }],
  [{ owners: [987_654] }, { owners: ['Owners are invalid'] }],
])('refuses %o', async (more, message) => {
  const { report } = await own(ann, `wrong ${JSON.stringify(more)}`.slice(0, 100), more)
  expect(report.status).toBeGreaterThanOrEqual(400)
  expect(report.status).toBeLessThan(500)
  expect(report.json.message).toEqual(message)
})

it.each(['a@b\r\nBcc: x@example.com', 'a@b, <c@d>', '"a@b"', 'Ann <ann@example.com>', 'ann@example.com\0', ' \n', ''])(
  'refuses the address %j',
  async (target) => {
    const recipients = [{ type: 'Email', recipient_config_json: { target } }]
    const { report } = await own(ann, `address ${count++}`, { recipients })
    const words = target === '' ? 'A recipient of an e-mail needs an address.' : 'The address is not valid.'
    expect([report.status, report.json.message]).toEqual([400, { recipients: { 0: { target: [words] } } }])
  },
)

it('says where a recipient has what nobody knows, and refuses a width that no picture has', async () => {
  const recipients = [{ type: 'Email', recipient_config_json: { target: 'a@example.com', nope: 1 } }]
  const fault = async (patch: object) => {
    const { report } = await own(ann, `fault ${count++}`, patch)
    return [report.status, report.json.message]
  }
  const unknown = { 0: { recipient_config_json: { nope: ['Unknown field.'] } } }
  expect(await fault({ recipients })).toEqual([400, { recipients: unknown }])
  expect(await fault({ working_timeout: null })).toEqual([400, { working_timeout: ['Field may not be null.'] }])
  const width = { custom_width: ['Screenshot width must be between 600px and 2400px'] }
  expect(await fault({ custom_width: 99 })).toEqual([400, width])
  expect(await fault({ owners: ['x'] })).toEqual([400, { owners: { 0: ['Not a valid integer.'] } }])
})

it('keeps how wide a picture is, and whether its charts are asked anew', async () => {
  const kept = async (path: string) => {
    const { custom_width, force_screenshot } = (await ann.send('GET', path)).json.result
    return [custom_width, force_screenshot]
  }
  const { report } = await own(ann, 'wide', { custom_width: 1800, force_screenshot: true, report_format: 'PNG' })
  const path = `${BASE}/${report.json.id}`
  expect(await kept(path)).toEqual([1800, true])
  await ann.send('PUT', path, { custom_width: null, force_screenshot: false })
  expect(await kept(path)).toEqual([null, false])
})

it('sends by e-mail only', async () => {
  const recipients = [{ type: 'Webhook', recipient_config_json: { target: 'x@example.com' } }]
  const { report } = await own(ann, 'hook', { recipients })
  expect([report.status, report.json.message]).toEqual([422, { recipients: ['Reports are sent by e-mail only.'] }])
})
