import { expect, it } from 'vitest'
import {
  BEFORE,
  chartOf,
  DUE,
  lastLog,
  mailEnv,
  mails,
  reportOf,
  scratch,
  start,
  stop,
  withMailServer,
} from '../../../test/report-mails.ts'
import type { TestClient, TestServer } from '../../../test/server.ts'

withMailServer()

const datasetOf = async (client: TestClient, chart: number): Promise<number> =>
  (await client.send('GET', `/api/v1/chart/${chart}`)).json.result.datasource_id

/** Somebody who may send reports and read one dataset. */
async function sender(server: TestServer, admin: TestClient, dataset: number): Promise<TestClient> {
  const role = (await admin.send('POST', '/api/v1/security/roles/', { name: 'senders' })).json.id
  const wanted = (pair: { permission: { name: string }; view_menu: { name: string } }) =>
    (pair.permission.name === 'datasource_access' && pair.view_menu.name.endsWith(`(id:${dataset})`)) ||
    pair.view_menu.name === 'ReportSchedule'
  const pairs = (await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')).json.result
  const permission_view_menu_ids = pairs.filter(wanted).map(({ id }: { id: number }) => id)
  const path = `/api/v1/security/roles/${role}/permissions`
  expect((await admin.send('POST', path, { permission_view_menu_ids })).status).toBe(200)
  return server.user('sender', ['Gamma', 'senders'])
}

const to = (target: string) => ({ recipients: [{ type: 'Email', recipient_config_json: { target } }] })

it('sends nothing that its maker may not read, whatever others make the chart ask', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const moved = await chartOf(admin)
  const asked = await chartOf(admin)
  const dataset = await datasetOf(admin, asked)
  await admin.send('PUT', `/api/v1/chart/${moved}`, { datasource_id: dataset, datasource_type: 'table' })
  const ann = await sender(before, admin, dataset)
  const ofMoved = await reportOf(ann, { chart: moved, name: 'Moved', report_format: 'CSV', ...to('moved@example.com') })
  const ofAsked = await reportOf(ann, {
    chart: asked,
    name: 'Asked',
    report_format: 'TEXT',
    ...to('asked@example.com'),
  })

  // Who owns the charts lets one read another dataset, and both ask a question that was saved about another dataset.
  const other = await datasetOf(admin, await chartOf(admin))
  const query_context = JSON.stringify({
    datasource: { id: other, type: 'table' },
    queries: [{ columns: ['name', 'place'], metrics: [], row_limit: 10 }],
  })
  const change = { params: '{"viz_type":"no_such_type"}', viz_type: 'no_such_type', query_context }
  const both = [await admin.send('PUT', `/api/v1/chart/${moved}`, { ...change, datasource_id: other })]
  both.push(await admin.send('PUT', `/api/v1/chart/${asked}`, change))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  await stop(before)

  const after = await start(dataDir, DUE, mailEnv())
  const client = await after.login()
  for (const id of [ofMoved, ofAsked]) expect((await lastLog(client, id)).state).toBe('Error')
  const owner = ['sender@example.com']
  await expect.poll(() => mails.map((mail) => mail.to)).toEqual([owner, owner])
  for (const { raw } of mails) expect(raw).toContain('was not sent to its recipients')
})

it('goes to those alone whom an owner of the report named, whoever changes the chart', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const chart = await chartOf(admin)
  const ann = await sender(before, admin, await datasetOf(admin, chart))
  const bob = await before.user('bob', ['Alpha'])
  const bobId = (await bob.send('GET', '/api/v1/me/')).json.result.id
  await admin.send('PUT', `/api/v1/chart/${chart}`, { owners: [bobId] })
  const id = await reportOf(ann, { chart, name: 'Named', report_format: 'TEXT', ...to('named@example.com') })
  const params = { viz_type: 'table', query_mode: 'raw', all_columns: ['name'], row_limit: 10 }
  const changed = { params: JSON.stringify(params), owners: [bobId], description: 'to: bob@example.com' }
  expect((await bob.send('PUT', `/api/v1/chart/${chart}`, changed)).status).toBe(200)
  expect((await bob.send('PUT', `/api/v1/report/${id}`, to('bob@example.com'))).status).toBe(403)
  await stop(before)

  const after = await start(dataDir, DUE, mailEnv())
  expect((await lastLog(await after.login(), id)).state).toBe('Success')
  expect(mails.map((mail) => mail.to)).toEqual([['named@example.com']])
})
