import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { it } from 'vitest'
import { duckdbFile } from '../test/duckdb-file.ts'
import { describeMariaDb, startMariaDb } from '../test/mariadb.ts'
import { describePostgres, startPostgres } from '../test/postgres.ts'
import { type ConnectionOf, fiveChartsOn } from './pages/five-charts.ts'
import { openStage } from './stage.ts'

const duckdb = await duckdbFile(
  "create table sales as select ['north','south','west'][i % 3 + 1] as region, i::decimal(10,2) as amount, date '2024-01-01' + (i % 100)::int as sold_on from range(300) t(i)",
)
const sqlite = sqliteFile()
const { app, browser } = await openStage({ env: { SIGHTLINE_SOURCES: [duckdb.dir, join(sqlite, '..')].join(':') } })

const server = (port: number, user: string, password: string) => ({
  Host: '127.0.0.1',
  Port: String(port),
  User: user,
  Password: password,
  Database: 'shop',
})

it('DuckDB file: five charts are built by pointing', () =>
  journey({ engine: /DuckDB/, name: 'duck', fields: { File: duckdb.path }, schema: 'main' }))

it('SQLite file: five charts are built by pointing', () =>
  journey({ engine: /SQLite/, name: 'lite', fields: { File: sqlite }, schema: 'main' }))

describePostgres('PostgreSQL', () => {
  it('five charts are built by pointing', async () => {
    const postgres = await startPostgres()
    try {
      await run(postgres.url(), 'create database shop', "create user clerk password 'secret'")
      await run(
        postgres.url('shop'),
        "create table sales as select (array['north','south','west'])[i % 3 + 1] as region, i::numeric(10,2) as amount, date '2024-01-01' + i % 100 as sold_on from generate_series(0, 299) i",
        'grant select on sales to clerk',
      )
      await journey({
        engine: /PostgreSQL/,
        name: 'elephant',
        fields: server(postgres.port, 'clerk', 'secret'),
        schema: 'public',
      })
    } finally {
      await postgres.stop()
    }
  })
})

describeMariaDb('MariaDB', () => {
  it('five charts are built by pointing', async () => {
    const mariadb = await startMariaDb()
    try {
      await mariadb.asOwner([
        'create database shop',
        'use shop',
        "create user clerk@'127.0.0.1' identified by 'secret'",
        "grant select on shop.* to clerk@'127.0.0.1'",
        "create table shop.sales as select elt(seq % 3 + 1, 'north', 'south', 'west') as region, cast(seq as decimal(10,2)) as amount, date '2024-01-01' + interval seq % 100 day as sold_on from seq_0_to_299",
      ])
      await journey({
        engine: /MySQL/,
        name: 'seal',
        fields: server(mariadb.port, 'clerk', 'secret'),
        schema: 'shop',
      })
    } finally {
      await mariadb.stop()
    }
  })
})

const journey = (connection: ConnectionOf) => fiveChartsOn(browser, app, connection)

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function sqliteFile(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'source-')), 'shop.db')
  const db = new DatabaseSync(path)
  db.exec('create table sales (region text, amount real, sold_on date)')
  const add = db.prepare("insert into sales values (?, ?, date('2024-01-01', ?))")
  for (let i = 0; i < 300; i += 1) add.run(['north', 'south', 'west'][i % 3] ?? '', i, `+${i % 100} days`)
  db.close()
  return path
}
