import type { EngineDatabase, EngineModule } from '../../../src/engines/packaged/contract.server.ts'
import { readAddress } from '../../kit/fault.ts'
import { snowflakeAddress } from './address.ts'
import { describeTable, listSchemas, listTables } from './catalog.ts'
import { SnowflakeClient } from './client.ts'
import { serviceFault, statementFault } from './errors.ts'
import { FUNCTIONS } from './functions.ts'
import { judgeSnowflake } from './judge.ts'
import { costOf } from './plan.ts'
import { typeText } from './types.ts'

/** Opens a database of an account. Nobody signs in before the first question. */
export const open: EngineModule['open'] = async ({ uri, socket }) =>
  databaseOf(new SnowflakeClient(readAddress(snowflakeAddress, uri), socket))

const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((cause: unknown) => Promise.reject(serviceFault(cause)))

const databaseOf = (client: SnowflakeClient): EngineDatabase => ({
  ...statementCalls(client),
  schemas: () => asked(listSchemas(client)),
  tables: (schema) => asked(listTables(client, schema)),
  table: (schema, name) => asked(describeTable(client, schema, name)),
  functions: async () => FUNCTIONS,
})

const statementCalls = (client: SnowflakeClient): Pick<EngineDatabase, 'judge' | 'read' | 'change' | 'estimate'> => ({
  judge: (sql, schema) => judgeSnowflake(client, sql, schema),
  async read({ sql, schema, timeoutMs, signal }) {
    try {
      const result = await client.run({ sql, timeoutMs, signal }, schema)
      const columns = result.rowtype ?? []
      return {
        columns: columns.map((column) => ({ name: column.name, type: typeText(column) })),
        rows: client.batches(result, signal),
      }
    } catch (cause) {
      throw signal.aborted ? cause : statementFault(cause, sql)
    }
  },
  async change({ sql, schema, timeoutMs, signal }) {
    try {
      const result = await client.run({ sql, timeoutMs, signal }, schema)
      return await changedRows(client, result, signal)
    } catch (cause) {
      throw signal.aborted ? cause : statementFault(cause, sql)
    }
  },
  estimate: (sql, schema) =>
    costOf(client, sql, schema).catch((cause: unknown) => Promise.reject(statementFault(cause, sql))),
})

/** The one row of an answer to a change tells how many rows it inserted, changed and removed. */
async function changedRows(
  client: SnowflakeClient,
  result: Awaited<ReturnType<SnowflakeClient['run']>>,
  signal: AbortSignal,
): Promise<number | null> {
  const columns = result.rowtype ?? []
  const counted = columns
    .map(({ name }, i) => (/^number of (?!multi-joined)/i.test(name) ? i : -1))
    .filter((i) => i >= 0)
  if (counted.length === 0) return null
  for await (const [row] of client.batches(result, signal))
    if (row) return counted.reduce((sum, i) => sum + Number(row[i] ?? 0), 0)
  return null
}
