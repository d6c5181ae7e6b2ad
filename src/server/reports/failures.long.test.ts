import { expect, it, vi } from 'vitest'
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
import { isToldAgain } from './tell-owners.ts'

withMailServer()

const HOUR_MS = 3_600_000

it('tells the owners, and nobody else, that a report failed', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const ann = await before.user('ann', ['Alpha'])
  const me = async (client: typeof admin) => (await client.send('GET', '/api/v1/me/')).json.result
  const [owner, other] = [await me(admin), await me(ann)]
  const chart = await chartOf(admin)
  const id = await reportOf(admin, { chart, name: 'Of\r\nnames', owners: [owner.id, other.id] })
  const query_context = null
  const params = JSON.stringify({ viz_type: 'table', query_mode: 'raw', all_columns: ['missing'] })
  expect((await admin.send('PUT', `/api/v1/chart/${chart}`, { params, query_context })).status).toBe(200)
  const ben = await before.user('ben', ['Alpha'])
  const chosen = await ben.send('PUT', '/api/v1/me/preferences/', { language: 'de' })
  expect(chosen.status).toBe(200)
  const german = await me(ben)
  const given = await admin.send('PUT', `/api/v1/report/${id}`, { owners: [owner.id, other.id, german.id] })
  expect(given.status, given.text).toBe(200)
  await stop(before)

  const after = await start(dataDir, DUE, mailEnv())
  expect((await lastLog(await after.login(), id)).state).toBe('Error')
  await vi.waitUntil(() => mails.length > 1, { timeout: 20_000, interval: 20 })
  expect(mails.map(({ to }) => to.toSorted())).toEqual([[owner.email, other.email].toSorted(), [german.email]])
  expect(mails[1]?.raw).toContain('Subject: Nicht gesendet: Of names')
  expect((mails[1]?.raw ?? '').replace(/=\r\n/g, '')).toContain('In Sightline =C3=B6ffnen')
  const raw = (mails[0]?.raw ?? '').replace(/=\r\n/g, '')
  expect(raw).toContain('Subject: Not sent: Of names')
  expect(raw).toContain(`https://bi.example.com/explore/?slice_id`)
})

it('tells a failure that goes on once in each grace period', () => {
  const hours = (...at: number[]) => at.map((hour) => hour * HOUR_MS)
  expect(isToldAgain(hours(0), 14_400)).toBe(true)
  expect(isToldAgain(hours(0, 1), 14_400)).toBe(false)
  expect(isToldAgain(hours(0, 1, 2, 3, 4), 14_400)).toBe(true)
  expect(isToldAgain(hours(0, 1, 2, 3, 4, 5), 14_400)).toBe(false)
})

it('filters a dashboard as it was chosen for the report', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const chart = await chartOf(admin)
  const { datasource_id: datasetId } = (await admin.send('GET', `/api/v1/chart/${chart}`)).json.result
  const filter = {
    id: 'NATIVE_FILTER-p',
    name: 'Place',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: [{ datasetId, column: { name: 'place' } }],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    controlValues: {},
    defaultDataMask: {},
    cascadeParentIds: [],
  }
  const board = {
    dashboard_title: 'Board',
    json_metadata: JSON.stringify({ native_filter_configuration: [filter] }),
  }
  const dashboard = (await admin.send('POST', '/api/v1/dashboard/', board)).json.id
  await admin.send('PUT', `/api/v1/chart/${chart}`, { dashboards: [dashboard] })
  const second = { filters: [{ col: 'place', op: 'IN', val: [2] }] }
  const dataMask = { [filter.id]: { id: filter.id, extraFormData: second, filterState: { value: [2] } } }
  const id = await reportOf(admin, { dashboard, extra: { dashboard: { dataMask } } })
  const odd = await reportOf(admin, { dashboard, name: 'Odd', extra: { dashboard: { dataMask: ['x'] } } })
  await stop(before)

  const after = await start(dataDir, DUE, mailEnv())
  const client = await after.login()
  for (const one of [id, odd]) expect((await lastLog(client, one)).state).toBe('Success')
  const rows = (subject: string) => {
    const raw = mails.find((mail) => mail.raw.includes(`Subject: ${subject}\r`))?.raw.replace(/=\r\n/g, '') ?? ''
    return [raw.includes('&lt;b&gt;'), raw.includes('=3D1+1')]
  }
  expect(rows('Names of the week')).toEqual([false, true])
  expect(rows('Odd')).toEqual([true, true])
})
