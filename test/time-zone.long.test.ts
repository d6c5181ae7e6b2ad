import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { askHours, serverOfHours } from './hours.ts'
import { describeMariaDb, startMariaDb } from './mariadb.ts'
import { describePostgres, startPostgres } from './postgres.ts'
import type { TestServer } from './server.ts'

const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
})

async function started(): Promise<TestServer> {
  const server = await serverOfHours()
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
    const { count } = await askHours(await started(), postgres.url(), 'public')
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
    const { count } = await askHours(await started(), uri, 'shop')
    expect([await count('clock', BERLIN), await count('instant', BERLIN)]).toEqual([24, 25])
    expect([await count('clock', {}), await count('instant', {})]).toEqual([24, 24])
  })
})
