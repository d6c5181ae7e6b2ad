import { expect } from 'vitest'
import { startServer, type TestServer } from './server.ts'

/** An hour after midnight in Berlin on the day on which summer time ends. */
const NOW = '2024-10-26T23:00:00Z'
const N = { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'n' }

/** Questions about a table `hours`, of which every column has one row for each hour around the days they are about. */
export interface Hours {
  /** Rows of one column in a time range; the present day, where none is said. */
  count(column: string, zone: object, range?: string): Promise<number>
  /** Rows of the present day by the times that a grain makes of them: when, and how many. */
  buckets(column: string, grain: string, zone: object): Promise<readonly (readonly [time: string, n: number])[]>
}

export const serverOfHours = (): Promise<TestServer> => startServer({ env: { SIGHTLINE_NOW: NOW } })

/** Connects the database and makes its table a dataset. */
export async function askHours(server: TestServer, sqlalchemy_uri: string, schema: string): Promise<Hours> {
  const admin = await server.login()
  const made = await admin.send('POST', '/api/v1/database/', { database_name: sqlalchemy_uri, sqlalchemy_uri })
  expect(made.status, made.text).toBe(201)
  const table = { database: made.json.id, schema, table_name: 'hours' }
  const { id } = (await admin.send('POST', '/api/v1/dataset/', table)).json
  const ask = async (col: string, val: string, columns: readonly object[], zone: object) => {
    const queries = [{ columns, metrics: [N], filters: [{ col, op: 'TEMPORAL_RANGE', val }], row_limit: 1000 }]
    const body = { datasource: { id, type: 'table' }, queries, ...zone }
    const answer = await admin.send('POST', '/api/v1/chart/data', body)
    expect(answer.status, answer.text).toBe(200)
    return answer.json.result[0].data as readonly Record<string, number>[]
  }
  return {
    count: async (column, zone, range = 'Current day') => Number((await ask(column, range, [], zone))[0]?.n),
    buckets: async (column, timeGrain, zone) => {
      const axis = { timeGrain, columnType: 'BASE_AXIS', sqlExpression: column, label: 't', expressionType: 'SQL' }
      const rows = await ask(column, 'Current day', [axis], zone)
      const pairs = rows.map(({ t = 0, n }) => [new Date(t).toISOString().slice(0, 16), Number(n)] as const)
      return pairs.sort(([a], [b]) => (a < b ? -1 : 1))
    },
  }
}
