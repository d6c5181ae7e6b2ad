import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import type { RunningServer } from '../start-server.ts'
import { smtpMailer } from './mailer.ts'
import { sendDueReports } from './scheduler.ts'

/** A Monday; the reports of these tests are due at nine. */
const BEFORE = '2026-03-02T08:00:00Z'
const DUE = '2026-03-02T09:00:30Z'
const ZONE = { crontab: '0 9 * * *', timezone: 'UTC' }

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

let smtp: SMTPServer
let port = 0
let folder = ''
const mails: Received[] = []
const running: TestServer[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-smtp-'))
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'mailer' && password === 'from-a-file' ? done(null, { user: 'mailer' }) : done(new Error('no')),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ from, to, raw: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  port = (smtp.server.address() as AddressInfo).port
  await writeFile(join(folder, 'password'), 'from-a-file\n')
})
afterEach(async () => {
  while (running.length > 0) await running.pop()?.stop()
  mails.length = 0
})
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  await rm(folder, { recursive: true, force: true })
})

const mailEnv = () => ({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(port),
  SMTP_STARTTLS: '0',
  SMTP_USER: 'mailer',
  SMTP_PASSWORD_FILE: join(folder, 'password'),
  SMTP_MAIL_FROM: 'reports@example.com',
  SIGHTLINE_PUBLIC_URL: 'https://bi.example.com/',
})

async function start(dataDir: string, now: string, env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer({ dataDir, args: ['--sources', data.dir], env: { SIGHTLINE_NOW: now, ...env } })
  running.push(server)
  return server
}

const stop = async (server: TestServer) => {
  running.splice(running.indexOf(server), 1)
  await server.stop()
}

const data = await duckdbFile(
  "create table names as select '<b>&amp;</b>' as name, 1 as place union all select '=1+1', 2",
)

const scratch = () => mkdtemp(join(folder, 'data-'))

/** A chart of all rows of the table of the test. */
async function chartOf(client: TestClient): Promise<number> {
  const name = `d${crypto.randomUUID()}`
  const uri = `duckdb:///${data.path}`
  const database = await client.send('POST', '/api/v1/database/', { database_name: name, sqlalchemy_uri: uri })
  const table = { database: database.json.id, schema: 'main', table_name: 'names' }
  const made = await client.send('POST', '/api/v1/dataset/', table)
  expect(made.status, made.text).toBe(201)
  const datasource = { id: made.json.id, type: 'table' }
  const params = { viz_type: 'table', query_mode: 'raw', all_columns: ['name', 'place'], row_limit: 10 }
  const chart = await client.send('POST', '/api/v1/chart/', {
    slice_name: 'Names',
    viz_type: 'table',
    datasource_id: datasource.id,
    datasource_type: 'table',
    params: JSON.stringify({ ...params, datasource: `${datasource.id}__table` }),
  })
  expect(chart.status, chart.text).toBe(201)
  return chart.json.id
}

async function reportOf(client: TestClient, body: object): Promise<number> {
  const made = await client.send('POST', '/api/v1/report/', {
    type: 'Report',
    name: 'Names of the week',
    recipients: [
      { type: 'Email', recipient_config_json: { target: 'a@example.com, b@example.com', bccTarget: 'c@example.com' } },
    ],
    ...ZONE,
    ...body,
  })
  expect(made.status, made.text).toBe(201)
  return made.json.id
}

const logsOf = async (client: TestClient, id: number) =>
  (await client.send('GET', `/api/v1/report/${id}/log/`)).json.result as {
    state: string
    error_message: string | null
  }[]

const lastLog = (client: TestClient, id: number) =>
  vi.waitUntil(
    async () => {
      const [log] = await logsOf(client, id)
      return log && log.state !== 'Working' ? log : null
    },
    { timeout: 20_000, interval: 50 },
  )

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

const deliveryOf = ({ services }: RunningServer) => ({
  services,
  mailer: smtpMailer({
    host: '127.0.0.1',
    port,
    isTls: false,
    startsTls: false,
    user: null,
    password: null,
    from: 'reports@example.com',
  }),
  publicUrl: 'https://bi.example.com',
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
  await writeFile(join(folder, 'wrong'), 'something-else')
  const after = await start(dataDir, DUE, { ...mailEnv(), SMTP_PASSWORD_FILE: join(folder, 'wrong') })
  const log = await lastLog(await after.login(), id)
  expect(log.state).toBe('Error')
  expect(log.error_message).toMatch(/^The e-mail could not be sent: Invalid login/)
  expect(log.error_message).not.toContain('something-else')
})
