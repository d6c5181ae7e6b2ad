import { expect, it } from 'vitest'
import { startServer } from '../../test/server.ts'
import { readCommand } from './settings.ts'

it('switches features off and tells the page', async () => {
  const server = await startServer({ env: { SIGHTLINE_FEATURES: 'DASHBOARD_RBAC=off', SQL_MAX_ROW: '3' } })
  const admin = await server.login()
  const page = (await admin.send('GET', '/sqllab/', undefined, { accept: 'text/html' })).text
  const text = page.replaceAll('&quot;', '"').replaceAll('&#34;', '"')
  for (const word of ['"DASHBOARD_RBAC":false', '"DASHBOARD_CROSS_FILTERS":true', '"SQL_MAX_ROW":3'])
    expect(text).toContain(word)
  await server.stop()
})

it.each([
  ['on', 200],
  ['off', 404],
])('a role opens a dashboard with DASHBOARD_RBAC=%s', async (state, status) => {
  const server = await startServer({ env: { SIGHTLINE_FEATURES: `DASHBOARD_RBAC=${state}` } })
  const admin = await server.login()
  const bob = await server.user('bob', ['Gamma'])
  const query = encodeURIComponent('(filters:!((col:name,opr:eq,value:Gamma)))')
  const [role] = (await admin.send('GET', `/api/v1/security/roles/?q=${query}`)).json.result
  const made = { dashboard_title: 'By role', published: true, roles: [role.id] }
  const { id } = (await admin.send('POST', '/api/v1/dashboard/', made)).json
  expect((await bob.send('GET', `/api/v1/dashboard/${id}`)).status).toBe(status)
  expect((await bob.send('PUT', `/api/v1/dashboard/${id}`, { css: '' })).status).toBe(status === 200 ? 403 : 404)
  await server.stop()
})

it('refuses a feature that is none', () => {
  expect(() => readCommand([], { SIGHTLINE_FEATURES: 'DASHBOARDS=on' })).toThrow('SIGHTLINE_FEATURES must be a list')
})
