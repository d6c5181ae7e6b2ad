import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { duckdbFile } from './duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from './server.ts'

/** A Monday; the reports of these tests are due at nine. */
export const BEFORE = '2026-03-02T08:00:00Z'
export const DUE = '2026-03-02T09:00:30Z'
const ZONE = { crontab: '0 9 * * *', timezone: 'UTC' }

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

let smtp: SMTPServer
let port = 0
let folder = ''
/** Where the mail server listens. */
export const mailPort = () => port
/** A folder of the test. */
export const mailFolder = () => folder
export const mails: Received[] = []
/** While `onMail` is set, the mail server tells of a mail that begins and never takes it. */
export const mailGate: { onMail: (() => void) | null } = { onMail: null }
const running: TestServer[] = []

/** A mail server for the tests of a file, with a folder; products that `start` gave end with each test. */
export function withMailServer(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-smtp-'))
    smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'mailer' && password === 'from-a-file' ? done(null, { user: 'mailer' }) : done(new Error('no')),
      onData: (stream, { envelope }, done) => {
        if (mailGate.onMail) {
          stream.resume()
          return mailGate.onMail()
        }
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
    // A server that is killed leaves its connection in the middle.
    smtp.on('error', () => {})
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
}

export const mailEnv = () => ({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(port),
  SMTP_STARTTLS: '0',
  SMTP_USER: 'mailer',
  SMTP_PASSWORD_FILE: join(folder, 'password'),
  SMTP_MAIL_FROM: 'reports@example.com',
  SIGHTLINE_PUBLIC_URL: 'https://bi.example.com/',
})

export async function start(dataDir: string, now: string, env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer({ dataDir, args: SOURCES, env: { SIGHTLINE_NOW: now, ...env } })
  running.push(server)
  return server
}

export const stop = async (server: TestServer) => {
  running.splice(running.indexOf(server), 1)
  await server.stop()
}

const data = await duckdbFile(
  "create table names as select '<b>&amp;</b>' as name, 1 as place union all select '=1+1', 2",
)

/** Options that let the server read the table of the test. */
export const SOURCES: readonly string[] = ['--sources', data.dir]

export const scratch = () => mkdtemp(join(folder, 'data-'))

/** A chart of all rows of the table of the test. */
export async function chartOf(client: TestClient): Promise<number> {
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

export async function reportOf(client: TestClient, body: object): Promise<number> {
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

export const logsOf = async (client: TestClient, id: number) =>
  (await client.send('GET', `/api/v1/report/${id}/log/`)).json.result as {
    state: string
    error_message: string | null
  }[]

export const lastLog = (client: TestClient, id: number) =>
  vi.waitUntil(
    async () => {
      const [log] = await logsOf(client, id)
      return log && log.state !== 'Working' ? log : null
    },
    { timeout: 60_000, interval: 50 },
  )
