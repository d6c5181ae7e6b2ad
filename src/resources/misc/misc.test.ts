import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let gamma: TestClient
beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
  gamma = await server.user('gamma', ['Gamma'])
})
afterAll(() => server.stop())

const convert = async (type: string, ...values: string[]) => {
  const list = values.map((value) => `'${value}'`).join(',')
  const q = encodeURIComponent(`(type:${type},values:!(${list}))`)
  return (await gamma.send('GET', `/api/v1/advanced_data_type/convert?q=${q}`)).json.result
}

it('reads addresses and ports, and says what is none', async () => {
  expect((await gamma.send('GET', '/api/v1/advanced_data_type/types')).json.result).toEqual([
    'internet_address',
    'port',
  ])
  expect(await convert('port', 'http', '8088')).toMatchObject({ values: [[80], [8088]], display_value: '[80], [8088]' })
  expect(await convert('port', 'nope')).toMatchObject({
    values: [],
    error_message: "'nope' does not appear to be a port name or number",
  })
  expect((await convert('internet_address', '1.1.1.1')).values).toEqual([16_843_009])
  expect((await convert('internet_address', '10.0.0.7/30')).values).toEqual([{ start: 167_772_164, end: 167_772_167 }])
  for (const wrong of ['65536', '-1', 'constructor', '']) expect((await convert('port', wrong)).values).toEqual([])
  for (const wrong of ['1.1.1', '1.1.1.1/33', '1.1.1.256'])
    expect((await convert('internet_address', wrong)).values).toEqual([])
})

it.each(['', '?q=(type:port)', "?q=(type:moon,values:!('1'))", '?q=(type:port,values:!())'])(
  'refuses a conversion asked as %s',
  async (q) => expect((await gamma.send('GET', `/api/v1/advanced_data_type/convert${q}`)).status).toBe(400),
)

it('shows administrators what was looked at, and nobody else', async () => {
  await gamma.send('POST', '/superset/log/', {
    events: [{ event_name: 'mount_dashboard', source: 'dashboard', source_id: 7 }],
  })
  const filters = 'filters:!((col:action,opr:eq,value:mount_dashboard))'
  const list = (await admin.send('GET', `/api/v1/log/?q=(${filters})`)).json
  expect(list).toMatchObject({ count: 1, result: [{ dashboard_id: 7, user: { username: 'gamma' } }] })
  const one = await admin.send('GET', `/api/v1/log/${list.ids[0]}`)
  expect(one.json.result).toMatchObject({ action: 'mount_dashboard', user: { username: 'gamma' } })
  expect((await admin.send('GET', '/api/v1/log/999999')).status).toBe(404)
  expect((await gamma.send('GET', '/api/v1/log/')).status).toBe(403)
  expect((await gamma.send('GET', `/api/v1/log/${list.ids[0]}`)).status).toBe(403)
})

it('adds an entry to the log in the name of who asks, for administrators', async () => {
  const made = await admin.send('POST', '/api/v1/log/', { action: 'migrated', user_id: 99, dashboard_id: 3 })
  expect([made.status, made.json.id]).toEqual([201, expect.any(Number)])
  const { result } = (await admin.send('GET', `/api/v1/log/${made.json.id}`)).json
  expect(result).toMatchObject({ action: 'migrated', dashboard_id: 3, user: { username: 'admin' } })
  expect((await admin.send('POST', '/api/v1/log/', { action: 1 })).json.message).toEqual({
    action: ['Not a valid string.'],
  })
  expect((await gamma.send('POST', '/api/v1/log/', {})).status).toBe(403)
})

it('tells the release of the interface to those who are signed in', async () => {
  expect((await gamma.send('GET', '/version')).json).toMatchObject({
    version_string: expect.stringMatching(/^\d+\.\d+/),
  })
  expect((await server.anonymous.send('GET', '/version')).status).toBe(401)
})

it('orders the log by who looked', async () => {
  const q = '(order_column:user.username,order_direction:asc)'
  expect((await admin.send('GET', `/api/v1/log/?q=${q}`)).status).toBe(200)
})
