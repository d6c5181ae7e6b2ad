import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from './duckdb-file.ts'
import { describePostgres, startPostgres, type TestPostgres } from './postgres.ts'
import { startServer, type TestClient, type TestServer } from './server.ts'

const N = { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'n' }

describePostgres('two servers with one metadata store', () => {
  let postgres: TestPostgres
  let servers: TestServer[] = []
  let admins: TestClient[] = []
  let datasetId = 0
  beforeAll(async () => {
    postgres = await startPostgres()
    const { dir, path } = await duckdbFile('create table t as select range as a from range(10)')
    const env = { SIGHTLINE_METADATA_URL: postgres.url(), SIGHTLINE_SECRET: 'one-secret-of-two-servers-0123456789abc' }
    for (const _ of [1, 2]) servers = [...servers, await startServer({ args: ['--sources', dir], env })]
    admins = await Promise.all(servers.map((server) => server.login()))
    const [first] = admins
    const uri = `duckdb:///${path}`
    const made = await first?.send('POST', '/api/v1/database/', { database_name: 'files', sqlalchemy_uri: uri })
    const dataset = { database: made?.json.id, schema: 'main', table_name: 't' }
    datasetId = (await first?.send('POST', '/api/v1/dataset/', dataset))?.json.id
  }, 60_000)
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.stop()
  })
  const ask = async (client: TestClient | undefined) => {
    const queries = [{ columns: [], metrics: [N] }]
    const answer = await client?.send('POST', '/api/v1/chart/data', {
      datasource: { id: datasetId, type: 'table' },
      queries,
    })
    expect(answer?.status, answer?.text).toBe(200)
    return answer?.json.result[0].data[0].n
  }

  it('gives the next answer under a rule that the other one has just stored or taken away', async () => {
    const [here, there] = admins
    const rule = { name: 'few', filter_type: 'Base', tables: [datasetId], roles: [], clause: 'a < 3' }
    for (let round = 0; round < 5; round += 1) {
      expect([await ask(here), await ask(there), await ask(there)]).toEqual([10, 10, 10])
      const stored = await here?.send('POST', '/api/v1/rowlevelsecurity/', rule)
      expect(stored?.status, stored?.text).toBe(201)
      expect([await ask(there), await ask(here)]).toEqual([3, 3])
      expect((await there?.send('DELETE', `/api/v1/rowlevelsecurity/?q=!(${stored?.json.id})`))?.status).toBe(200)
    }
  })

  it('shows no rows of a dataset that the other one has just pointed elsewhere', async () => {
    const [here, there] = admins
    expect([await ask(here), await ask(there)]).toEqual([10, 10])
    const changed = await here?.send('PUT', `/api/v1/dataset/${datasetId}`, { sql: 'select * from t where a = 1' })
    expect(changed?.status, changed?.text).toBe(200)
    expect([await ask(there), await ask(here)]).toEqual([1, 1])
  })
})
