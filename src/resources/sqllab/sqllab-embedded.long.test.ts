import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const THINGS = 'create table things as select 1 as id union all select 2 union all select 3'
const COUNT = 'select count(*) as n from things'

describe.each([
  [
    'a DuckDB file',
    async () => ({ ...(await duckdbFile(THINGS)), scheme: 'duckdb', begins: ['begin read only', 'start transaction'] }),
  ],
  ['a SQLite file', async () => ({ ...sqliteFile(), scheme: 'sqlite', begins: ['begin transaction'] })],
])('a script with a transaction on %s', (_, open) => {
  let server: TestServer
  let admin: TestClient
  let databaseId = 0
  let begins: readonly string[] = []
  beforeAll(async () => {
    const source = await open()
    begins = source.begins
    server = await startServer({ args: ['--sources', source.dir] })
    admin = await server.login()
    const body = { database_name: 'file', sqlalchemy_uri: `${source.scheme}:///${source.path}` }
    const made = await admin.send('POST', '/api/v1/database/', body)
    expect([made.status, made.text]).toEqual([201, expect.any(String)])
    databaseId = made.json.id
  })
  afterAll(() => server.stop())
  const run = (sql: string) => admin.send('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, sql })

  it('gives the rows of the statements in it', async () => {
    for (const begin of ['begin', ...begins]) {
      const answer = await run(`${begin}; ${COUNT}; commit; begin; select 7 as a; rollback`)
      expect([begin, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([begin, 200, ''])
      const { statements, taken_back } = answer.json.query.extra
      const rows = statements.map((statement: { rows: number | null }) => statement.rows)
      expect([rows, taken_back]).toEqual([[null, 1, null, null, 1, null], undefined])
      const key = statements[1].resultsKey
      expect((await admin.send('GET', `/api/v1/sqllab/results/?q=(key:'${key}',as_page:!t)`)).json.rows).toEqual([[3]])
    }
    expect((await run(`begin; ${COUNT}`)).json.data).toEqual([{ n: 3 }])
    expect((await run('begin')).json.data).toEqual([])
  })

  it('refuses steps that do not fit, and those that it does not know', async () => {
    expect((await run(`${COUNT}; commit`)).text).toContain('COMMIT has no BEGIN before it')
    expect((await run(`begin; begin; ${COUNT}`)).text).toContain('has begun already')
    for (const sql of ['savepoint a', 'begin isolation level serializable', 'commit and chain', 'begin immediate'])
      expect([sql, (await run(`${sql}; ${COUNT}`)).status]).toEqual([sql, expect.toBeOneOf([400, 403, 422])])
  })

  it('begins none around changes, which could not be taken back', async () => {
    const change = 'delete from things'
    expect((await run(`begin; ${change}; rollback`)).status).toBe(403)
    await admin.send('PUT', `/api/v1/database/${databaseId}`, { allow_dml: true })
    const refused = await run(`begin; ${change}; rollback`)
    expect([refused.status, refused.json.errors[0].error_type]).toEqual([400, 'INVALID_SQL_ERROR'])
    expect(refused.text).toContain('could not be taken back')
    expect((await run(`begin; ${COUNT}; commit; ${COUNT}`)).json.data).toEqual([{ n: 3 }])
  })
})

function sqliteFile() {
  const dir = mkdtempSync(join(tmpdir(), 'source-'))
  const path = join(dir, 'data.db')
  const file = new DatabaseSync(path)
  file.exec(THINGS)
  file.close()
  return { dir, path }
}
