import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  BEFORE,
  chartOf,
  DUE,
  lastLog,
  logsOf,
  mailEnv,
  mailFolder,
  mailPort,
  mails,
  reportOf,
  scratch,
  start,
  stop,
  withMailServer,
} from '../../../test/report-mails.ts'
import type { RunningServer } from '../start-server.ts'
import { smtpMailer } from './mailer.ts'
import { sendDueReports } from './scheduler.ts'

withMailServer()

it('sends the rows of a chart once when they are due, and says so', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const chart = await chartOf(admin)
  const id = await reportOf(admin, { chart, report_format: 'TEXT', email_subject: 'Hello\r\nBcc: x@example.com' })
  await stop(before)

  const after = await start(dataDir, DUE, mailEnv())
  const client = await after.login()
  expect(await lastLog(client, id)).toMatchObject({ state: 'Success', error_message: null })
  expect(mails).toHaveLength(1)
  const [mail] = mails
  expect(mail).toMatchObject({ from: 'reports@example.com', to: ['a@example.com', 'b@example.com', 'c@example.com'] })
  const raw = (mail?.raw ?? '').replace(/=\r\n/g, '')
  expect(raw).toContain('Subject: Hello Bcc: x@example.com')
  expect(raw).not.toMatch(/^Bcc:/im)
  expect(raw).toContain(`https://bi.example.com/explore/?slice_id`)
  expect(raw).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;')
  const { result } = (await client.send('GET', `/api/v1/report/${id}`)).json
  expect(result).toMatchObject({ last_state: 'Success', last_eval_dttm: '2026-03-02T09:00:30.000' })
})

it('attaches the rows of each chart of a dashboard as CSV that no spreadsheet runs', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const charts = [await chartOf(admin), await chartOf(admin)]
  const dashboard = (await admin.send('POST', '/api/v1/dashboard/', { dashboard_title: 'Board' })).json.id
  for (const chart of charts) await admin.send('PUT', `/api/v1/chart/${chart}`, { dashboards: [dashboard] })
  const id = await reportOf(admin, { dashboard, report_format: 'CSV' })
  await stop(before)

  const after = await start(dataDir, DUE, mailEnv())
  expect((await lastLog(await after.login(), id)).state).toBe('Success')
  const raw = mails[0]?.raw ?? ''
  expect(raw.match(/filename="?\d_Names\.csv/g)).toHaveLength(2)
  const csv = /filename="?1_Names\.csv"?[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw)?.[1] ?? ''
  const text = Buffer.from(csv, 'base64').toString('utf8')
  expect(text.replace('\ufeff', '').split('\n')).toEqual(expect.arrayContaining(['name,place', "'=1+1,2"]))
})

it('is written in the language of its owner', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  await admin.send('PUT', '/api/v1/me/preferences/', { language: 'de' })
  await reportOf(admin, { chart: await chartOf(admin), report_format: 'CSV' })
  await stop(before)
  const after = await start(dataDir, DUE, mailEnv())
  await expect.poll(() => mails.length).toBe(1)
  const raw = (mails[0]?.raw ?? '').replace(/=\r\n/g, '')
  expect(raw).toContain('In Sightline =C3=B6ffnen')
  expect(raw).toContain('Die Zeilen sind angeh=C3=A4ngt.')
  await stop(after)
})

it('is not sent twice by two servers that look at the same time', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const ids = [
    await reportOf(admin, { chart: await chartOf(admin), name: 'One' }),
    await reportOf(admin, { chart: await chartOf(admin), name: 'Two' }),
  ]
  await stop(before)
  const { server } = await start(dataDir, DUE)
  const look = () => sendDueReports(deliveryOf(server))
  await Promise.all([look(), look(), look()])
  await look()
  expect(mails).toHaveLength(2)
  expect(new Set(mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1]))).toEqual(new Set(['One', 'Two']))
  const states = await server.services.db.selectFrom('report_logs').select(['report_id', 'state']).execute()
  expect(states.toSorted((a, b) => a.report_id - b.report_id)).toEqual(
    ids.map((report_id) => ({ report_id, state: 'Success' })),
  )
})

it('sends after a restart what a server that was stopped had begun', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const report_id = await reportOf(admin, { chart: await chartOf(admin) })
  await stop(before)
  const { server } = await start(dataDir, DUE)
  await sendDueReports({ ...deliveryOf(server), signal: AbortSignal.abort() })
  expect(mails).toEqual([])
  await sendDueReports(deliveryOf(server))
  expect(mails).toHaveLength(1)
  const logs = await server.services.db.selectFrom('report_logs').select(['report_id', 'state']).execute()
  expect(logs).toEqual([{ report_id, state: 'Success' }])
})

const deliveryOf = ({ services }: RunningServer) => ({
  services,
  mailer: smtpMailer({
    host: '127.0.0.1',
    port: mailPort(),
    isTls: false,
    startsTls: false,
    user: null,
    password: null,
    from: 'reports@example.com',
  }),
  publicUrl: 'https://bi.example.com',
  stopping: new AbortController().signal,
  signal: new AbortController().signal,
})

it('sends nothing that is switched off, or too late, or of an owner who is gone', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const ann = await before.user('ann', ['Alpha'])
  const chart = await chartOf(admin)
  const off = await reportOf(admin, { chart, name: 'Off' })
  expect((await admin.send('PUT', `/api/v1/report/${off}`, { active: false })).status).toBe(200)
  const late = await reportOf(admin, { chart, name: 'Late', crontab: '30 8 * * 1', timezone: 'Europe/Berlin' })
  const early = await reportOf(admin, { chart, name: 'Early', crontab: '0 8 * * 1', timezone: 'America/New_York' })
  const gone = await reportOf(ann, { chart, name: 'Gone' })
  const annId = (await ann.send('GET', '/api/v1/me/')).json.result.id
  await admin.send('PUT', `/api/v1/security/users/${annId}`, { active: false })
  await stop(before)

  // Half past eight in Berlin comes a week later, at 07:30 UTC; eight in New York not before 13:00 UTC.
  const after = await start(dataDir, DUE, mailEnv())
  const client = await after.login()
  expect(await lastLog(client, gone)).toMatchObject({
    state: 'Error',
    error_message: 'The owner of the report cannot sign in any more.',
  })
  for (const id of [off, late, early]) expect(await logsOf(client, id)).toEqual([])
  await stop(after)

  const nextWeek = await start(dataDir, '2026-03-09T09:00:00Z', mailEnv())
  const later = await nextWeek.login()
  expect(await lastLog(later, late)).toMatchObject({ state: 'Not triggered' })
  expect(await logsOf(later, off)).toEqual([])
  expect(mails).toEqual([])
})

it('sends what its maker may read, as the dashboard shows it when it is opened', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const ann = await before.user('ann', ['Alpha'])
  const chart = await chartOf(admin)
  const { datasource_id: dataset } = (await admin.send('GET', `/api/v1/chart/${chart}`)).json.result
  const roles = (await admin.send('GET', '/api/v1/security/roles/?q=(page_size:100)')).json.result
  const alpha = roles.find((role: { name: string }) => role.name === 'Alpha').id
  const rule = { name: 'first', filter_type: 'Regular', tables: [dataset], roles: [alpha], clause: 'place = 1' }
  expect((await admin.send('POST', '/api/v1/rowlevelsecurity/', rule)).status).toBe(201)
  const ofAnn = await reportOf(ann, { chart, name: 'Of Ann' })
  const second = { filters: [{ col: 'place', op: 'IN', val: [2] }] }
  const filter = {
    id: 'NATIVE_FILTER-p',
    name: 'Place',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: [{ datasetId: dataset, column: { name: 'place' } }],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    controlValues: {},
    defaultDataMask: { extraFormData: second, filterState: { value: [2] } },
    cascadeParentIds: [],
  }
  const json_metadata = JSON.stringify({ native_filter_configuration: [filter] })
  const board = { dashboard_title: 'Second', json_metadata }
  const dashboard = (await admin.send('POST', '/api/v1/dashboard/', board)).json.id
  await admin.send('PUT', `/api/v1/chart/${chart}`, { dashboards: [dashboard] })
  const filtered = await reportOf(admin, { dashboard, name: 'Filtered' })
  const annId = (await ann.send('GET', '/api/v1/me/')).json.result.id
  const shared = await reportOf(admin, { chart, name: 'Shared', owners: [annId] })
  const recipients = [{ type: 'Email', recipient_config_json: { target: 'ann@example.com' } }]
  expect((await ann.send('PUT', `/api/v1/report/${shared}`, { recipients })).status).toBe(200)
  await stop(before)

  const after = await start(dataDir, DUE, mailEnv())
  const client = await after.login()
  for (const id of [ofAnn, filtered, shared]) expect((await lastLog(client, id)).state).toBe('Success')
  const cells = (subject: string) => {
    const raw = mails.find((mail) => mail.raw.includes(`Subject: ${subject}\r`))?.raw.replace(/=\r\n/g, '') ?? ''
    return [raw.includes('&lt;b&gt;'), raw.includes('=3D1+1')]
  }
  expect(cells('Of Ann')).toEqual([true, false])
  expect(cells('Shared')).toEqual([true, false])
  expect(cells('Filtered')).toEqual([false, true])
})

it('tells in its log when the mail server refuses', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const id = await reportOf(admin, { chart: await chartOf(admin) })
  await stop(before)
  await writeFile(join(mailFolder(), 'wrong'), 'something-else')
  const after = await start(dataDir, DUE, { ...mailEnv(), SMTP_PASSWORD_FILE: join(mailFolder(), 'wrong') })
  const log = await lastLog(await after.login(), id)
  expect(log.state).toBe('Error')
  expect(log.error_message).toMatch(/^The e-mail could not be sent: Invalid login/)
  expect(log.error_message).not.toContain('something-else')
})
