import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { describeMariaDb, startMariaDb } from './mariadb.ts'
import { describePostgres, startPostgres } from './postgres.ts'
import { startServer, type TestServer } from './server.ts'

/** An hour after midnight in Berlin on the day on which summer time ends. */
const NOW = '2024-10-26T23:00:00Z'
const N = { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'n' }
const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
})

/** Rows of the present day in Berlin, of one column of the table `hours`; each hour around that day has one. */
async function rowsOfToday(server: TestServer, sqlalchemy_uri: string, schema: string) {
  const admin = await server.login()
  const made = await admin.send('POST', '/api/v1/database/', { database_name: sqlalchemy_uri, sqlalchemy_uri })
  expect(made.status, made.text).toBe(201)
  const table = { database: made.json.id, schema, table_name: 'hours' }
  const { id } = (await admin.send('POST', '/api/v1/dataset/', table)).json
  return async (col: string, zone: object) => {
    const filters = [{ col, op: 'TEMPORAL_RANGE', val: 'Current day' }]
    const queries = [{ columns: [], metrics: [N], filters }]
    const answer = await admin.send('POST', '/api/v1/chart/data', {
      datasource: { id, type: 'table' },
      queries,
      ...zone,
    })
    expect(answer.status, answer.text).toBe(200)
    return answer.json.result[0].data[0].n
  }
}

async function started(): Promise<TestServer> {
  const server = await startServer({ env: { SIGHTLINE_NOW: NOW } })
  stops.unshift(server.stop)
  return server
}

const BERLIN = { sightline_time_zone: 'Europe/Berlin' }

describePostgres('PostgreSQL', () => {
  it('knows the 25 hours of a day of instants and the 24 that its clock shows', { timeout: 60_000 }, async () => {
    const postgres = await startPostgres()
    stops.push(postgres.stop)
    const client = new pg.Client({ connectionString: postgres.url() })
    await client.connect()
    await client.query(`create table hours as select at as clock, at at time zone 'UTC' as instant
      from generate_series(timestamp '2024-10-25', timestamp '2024-10-29', interval '1 hour') at`)
    await client.end()
    const count = await rowsOfToday(await started(), postgres.url(), 'public')
    expect([await count('clock', BERLIN), await count('instant', BERLIN)]).toEqual([24, 25])
    expect([await count('clock', {}), await count('instant', {})]).toEqual([24, 24])
  })
})

describeMariaDb('MariaDB', () => {
  it('knows the 25 hours of a day of instants and the 24 that its clock shows', { timeout: 60_000 }, async () => {
    const mariadb = await startMariaDb()
    stops.push(mariadb.stop)
    await mariadb.asOwner(['create database shop', "create user reader@'127.0.0.1' identified by 'Word-1-of-many'"])
    const at = "timestamp '2024-10-25 00:00:00' + interval seq hour"
    await mariadb.asOwner(
      [
        "set time_zone = '+00:00'",
        'create table hours (clock datetime, instant timestamp null)',
        `insert into hours select ${at}, ${at} from seq_0_to_96`,
        "grant select on shop.* to reader@'127.0.0.1'",
      ],
      'shop',
    )
    const uri = `mysql://reader:Word-1-of-many@127.0.0.1:${mariadb.port}/shop`
    const count = await rowsOfToday(await started(), uri, 'shop')
    expect([await count('clock', BERLIN), await count('instant', BERLIN)]).toEqual([24, 25])
    expect([await count('clock', {}), await count('instant', {})]).toEqual([24, 24])
  })
})
