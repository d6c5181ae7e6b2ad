import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const SQLITE = new URL('../sqlite/', import.meta.url).href
/** A package that opens SQLite files under a name of its own. */
const MAIN = (contract: number, more = '') => `
import { sqliteDialect } from '${SQLITE}dialect.ts'
export const contract = ${contract}
export const dialect = { ...sqliteDialect, id: 'finch', label: 'Finch', uriSchemes: ['finch'] ${more} }
export const form = {
  kind: 'file', port: null, required: ['database'], encryption: null, options: [], canWrite: true,
  database: { title: 'Nest', help: 'Path of the nest' },
}
export const defaultSchema = 'main'
`
const WORKER = `
import { DatabaseSync } from 'node:sqlite'
import { describeTable, listFunctions, listTables } from '${SQLITE}catalog.server.ts'
import { judgeSqlite } from '${SQLITE}judge.server.ts'
export async function open({ path, isReadOnly }) {
  const catalog = new DatabaseSync(path, { readOnly: true })
  const judging = new DatabaseSync(path, { readOnly: true })
  const inWords = (work) => {
    try { return work() } catch (error) {
      throw Object.assign(new Error(error.message), /syntax/.test(error.message) ? { type: 'SYNTAX_ERROR', line: 1, column: 1 } : {})
    }
  }
  return {
    judge: async (sql) => inWords(() => judgeSqlite(judging, sql)),
    read: async ({ sql, signal }) => {
      const statement = catalog.prepare(sql)
      statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      const columns = statement.columns().map(({ name, type }) => ({ name, type }))
      async function* rows() {
        for (const row of statement.iterate()) {
          signal.throwIfAborted()
          yield [row]
          await new Promise(setImmediate)
        }
      }
      return { columns, rows: rows() }
    },
    change: async ({ sql }) => {
      const database = new DatabaseSync(path)
      try { return Number(database.prepare(sql).run().changes) } finally { database.close() }
    },
    estimate: async () => ({ Plan: 'one scan' }),
    schemas: async () => ['main'],
    tables: async () => listTables(catalog),
    table: async (_schema, name) => describeTable(catalog, name),
    functions: async () => listFunctions(catalog),
  }
}
`

const folder = mkdtempSync(join(tmpdir(), 'sightline-packaged-'))
let server: TestServer
let admin: TestClient
let id = 0

function install(name: string, main: string) {
  const dir = join(folder, 'node_modules', name)
  mkdirSync(dir, { recursive: true })
  const exports = { '.': './index.js', './worker': './worker.js' }
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name, version: '1.0.0', type: 'module', exports }))
  writeFileSync(join(dir, 'index.js'), main)
  writeFileSync(join(dir, 'worker.js'), WORKER)
}

beforeAll(async () => {
  install('sightline-engine-finch', MAIN(1))
  const file = new DatabaseSync(join(folder, 'nest.db'))
  file.exec(`create table birds (name text, legs integer, big integer, hatched timestamp);
    insert into birds values ('wren', 2, 9007199254740993, '2024-02-29 10:20:30'), ('robin', 2, null, '2024-03-01 00:00:00')`)
  file.close()
  server = await startServer({ args: ['--sources', folder], dataDir: folder })
  admin = await server.login()
  const parameters = { database: `/${join(folder, 'nest.db').replace(/^\//, '')}` }
  const body = { database_name: 'nest', engine: 'finch', parameters, configuration_method: 'dynamic_form' }
  const made = await admin.send('POST', '/api/v1/database/', body)
  expect([made.status, made.text]).toEqual([201, expect.stringContaining('finch:')])
  id = made.json.id
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (sql: string, more: Record<string, unknown> = {}) =>
  admin.send('POST', '/api/v1/sqllab/execute/', { database_id: id, schema: 'main', sql, ...more })

it('is offered with the form of its package, without a tunnel', async () => {
  const { databases } = (await admin.send('GET', '/api/v1/database/available/')).json
  const finch = databases.find((one: { engine: string }) => one.engine === 'finch')
  expect(finch).toMatchObject({
    name: 'Finch',
    parameters: { properties: { database: { title: 'Nest' } }, required: ['database'] },
    engine_information: { disable_ssh_tunneling: true, supports_dml: true },
  })
})

it('answers the editor with exact rows, cut where the limit is', async () => {
  const { data, columns, query } = (
    await run('select name, big, hatched from birds order by name desc', { queryLimit: 1 })
  ).json
  expect(data).toEqual([{ name: 'wren', big: '9007199254740993', hatched: '2024-02-29 10:20:30' }])
  expect(columns.map(({ type_generic }: { type_generic: number }) => type_generic)).toEqual([1, 0, 2])
  expect(query).toMatchObject({ rows: 1, limitingFactor: 'UNKNOWN', state: 'success' })
})

it('answers a chart and its catalog', async () => {
  const dataset = await admin.send('POST', '/api/v1/dataset/', { database: id, schema: 'main', table_name: 'birds' })
  expect(dataset.status).toBe(201)
  const query = { columns: ['name', 'hatched'], metrics: ['count'], orderby: [['name', true]], row_limit: 10 }
  const body = { datasource: { id: dataset.json.id, type: 'table' }, queries: [query] }
  const { result } = (await admin.send('POST', '/api/v1/chart/data', body)).json
  expect(result[0].data).toEqual([
    { name: 'robin', hatched: Date.parse('2024-03-01T00:00:00Z'), count: 1 },
    { name: 'wren', hatched: Date.parse('2024-02-29T10:20:30Z'), count: 1 },
  ])
  const tables = await admin.send('GET', `/api/v1/database/${id}/tables/?q=(schema_name:main)`)
  expect(tables.json.result).toMatchObject([{ value: 'birds', type: 'table' }])
})

it('refuses what its package refuses, and what is not allowed to write', async () => {
  expect((await run("attach 'x.db' as y")).status).toBe(403)
  expect((await run('delete from birds')).status).toBe(403)
  const broken = await run('selec 1')
  expect([broken.status, broken.json.errors[0].error_type]).toEqual([422, 'INVALID_SQL_ERROR'])
  const missing = await run('select * from eggs')
  expect([missing.status, missing.json.errors[0].message]).toEqual([400, expect.stringContaining('eggs')])
})

it('stops, and writes where the connection may', async () => {
  const sql = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i from n'
  await run(sql, { runAsync: true, client_id: 'endless', queryLimit: 100_000 })
  expect((await admin.send('POST', '/api/v1/query/stop', { client_id: 'endless' })).status).toBe(200)
  expect((await admin.send('PUT', `/api/v1/database/${id}`, { allow_dml: true })).status).toBe(200)
  const changed = await run("update birds set legs = 1 where name = 'wren'")
  expect([changed.status, changed.json.query.rows]).toEqual([200, 1])
})

it('is known to templates, which are made in another thread', async () => {
  const { data } = (await run("select '{{ current_username() }}' as who, '{{ 1 + 1 }}' as two")).json
  expect(data).toEqual([{ who: 'admin', two: '2' }])
})

it.each([
  ['sightline-engine-old', MAIN(2), 'made for version 2 of the engine contract'],
  ['sightline-engine-thief', MAIN(1, ", id: 'duckdb'"), 'its addresses are those of DuckDB'],
  ['sightline-engine-half', MAIN(1, ', quoteText: 3'), 'dialect.quoteText is no function'],
  ['sightline-engine-broken', 'export const', 'it cannot be loaded'],
])('does not use %s, and says why', async (name, main, words) => {
  const { findEngines } = await import('./find.server.ts')
  install(name, main)
  const { engines, refusals } = await findEngines([folder])
  rmSync(join(folder, 'node_modules', name), { recursive: true })
  expect(engines).toEqual(['sightline-engine-finch'])
  expect(refusals).toEqual([expect.stringContaining(words)])
  expect(refusals[0]).toContain(name)
})
