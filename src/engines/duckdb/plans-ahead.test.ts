import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { eventually } from '../../../test/eventually.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import { PlansAhead, type ReadyPlan } from './plans-ahead.server.ts'
import { openLockedSession } from './session.server.ts'

const LIMIT_MS = 5_000
const STEADY = 'SELECT 1 AS one, true AS two'
let server: TestServer
let admin: TestClient
let datasetId = 0

beforeAll(async () => {
  const { dir, path } = await duckdbFile('create table numbers as select range as n from range(10)')
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  const database = { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` }
  const { id } = (await admin.send('POST', '/api/v1/database/', database)).json
  const dataset = { database: id, schema: 'main', table_name: 'numbers' }
  datasetId = (await admin.send('POST', '/api/v1/dataset/', dataset)).json.id
})
afterAll(() => server.stop())

async function openPlans() {
  const instance = await DuckDBInstance.create(':memory:')
  return new PlansAhead(() => instance.connect(), new Set(['random']))
}
function ask(ahead: PlansAhead, sql: string): ReadyPlan | null {
  const plan = ahead.begin(sql)
  ahead.end(sql)
  return plan
}
/** The plan of a statement, as soon as it is there. */
async function planned(ahead: PlansAhead, sql: string): Promise<ReadyPlan | null> {
  let plan: ReadyPlan | null = null
  const isThere = async () => {
    plan = ahead.begin(sql)
    ahead.end(null)
    return plan !== null
  }
  await eventually(isThere, LIMIT_MS, `a plan of ${sql}`)
  return plan
}

it('plans a statement that was asked twice for one run, each time on a connection of its own', async () => {
  const ahead = await openPlans()
  expect([ask(ahead, STEADY), ask(ahead, STEADY)]).toEqual([null, null])
  const first = await planned(ahead, STEADY)
  expect(first?.names).toEqual(['one', 'two'])
  expect((await first?.statement.run())?.rowCount).toBe(1)
  expect(ask(ahead, STEADY)).toBeNull()
  const second = await planned(ahead, STEADY)
  expect(second?.connection).not.toBe(first?.connection)
})

it('plans nothing that reads the clock or draws lots, nor what the engine refuses, and goes on with the next', async () => {
  const ahead = await openPlans()
  const unsteady = ['SELECT random()', 'SELECT localtimestamp', 'SELECT "current_date"()', 'SELECT nothing']
  for (const sql of [...unsteady, ...unsteady, STEADY, STEADY]) expect(ask(ahead, sql)).toBeNull()
  await planned(ahead, STEADY)
  expect(unsteady.map((sql) => ask(ahead, sql))).toEqual(unsteady.map(() => null))
})

it('plans nothing that reads a view whose text reads the clock, however deep', async () => {
  const { path } = await duckdbFile(
    `create table t as select 1 as n; create view still as select n from t;
     create view moving as select n, localtimestamp as at from still; create view deeper as select * from "moving"`,
  )
  const { plans } = await openLockedSession({ source: { kind: 'file', path }, threads: 1, memoryMb: 256 })
  const unsteady = ['SELECT * FROM moving', 'SELECT * FROM main.deeper']
  const steady = 'SELECT * FROM still'
  for (const sql of [...unsteady, ...unsteady, steady, steady]) expect(ask(plans, sql)).toBeNull()
  await planned(plans, steady)
  expect(unsteady.map((sql) => ask(plans, sql))).toEqual([null, null])
})

it('gives a chart that is drawn anew the rows and the time of its own run', async () => {
  const metric = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: sqlExpression })
  const metrics = ['sum(n)', 'max(localtimestamp)', 'max(now())'].map(metric)
  const seen = { steady: new Set<string>(), clock: new Set<string>() }
  const times = 6
  for (let i = 0; i < times; i += 1) {
    for (const [kind, query] of Object.entries({ steady: { metrics: metrics.slice(0, 1) }, clock: { metrics } })) {
      const question = { datasource: { id: datasetId, type: 'table' }, force: true, queries: [query] }
      const { status, json } = await admin.send('POST', '/api/v1/chart/data', question)
      expect(status).toBe(200)
      seen[kind as 'steady' | 'clock'].add(JSON.stringify(json.result[0].data))
    }
  }
  expect([...seen.steady]).toEqual(['[{"sum(n)":45}]'])
  expect(seen.clock.size).toBe(times)
})
