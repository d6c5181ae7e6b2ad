import type { EngineDatabase, EngineModule, EngineStatement } from '../../../src/engines/packaged/contract.server.ts'
import { cellsOf } from '../../kit/arrow/cells.ts'
import { arrowBatches } from '../../kit/arrow/stream.ts'
import { readAddress } from '../../kit/fault.ts'
import { databricksAddress } from './address.ts'
import { describeTable, listFunctions, listSchemas, listTables } from './catalog.ts'
import { DatabricksClient, type Finished } from './client.ts'
import { serviceFault, statementFault } from './errors.ts'
import { judgeDatabricks } from './judge.ts'
import { costOf } from './plan.ts'

/** Opens a catalog of a workspace. Nothing is asked before the first question. */
export const open: EngineModule['open'] = async ({ uri, socket }) =>
  databaseOf(new DatabricksClient(readAddress(databricksAddress, uri), socket))

const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((cause: unknown) => Promise.reject(serviceFault(cause)))

const databaseOf = (client: DatabricksClient): EngineDatabase => ({
  ...statementCalls(client),
  schemas: () => asked(listSchemas(client)),
  tables: (schema) => asked(listTables(client, schema)),
  table: (schema, name) => asked(describeTable(client, schema, name)),
  functions: () => asked(listFunctions(client)),
})

const statementCalls = (client: DatabricksClient): Pick<EngineDatabase, 'judge' | 'read' | 'change' | 'estimate'> => ({
  judge: (sql, schema) => judgeDatabricks(client, sql, schema),
  async read(statement) {
    const done = await run(client, statement, true)
    return {
      columns: done.columns.map(({ name, type_text: text, type_name: type }) => ({ name, type: text ?? type ?? null })),
      rows: rowsOf(client, done, statement.signal),
    }
  },
  async change(statement) {
    const done = await run(client, { ...statement, maxRows: null }, false)
    const at = done.columns.findIndex(({ name }) => name === 'num_affected_rows')
    const changed = done.first.data_array?.[0]?.[at]
    return changed === undefined || changed === null ? null : Number(changed)
  },
  estimate: (sql, schema) =>
    costOf(client, sql, schema).catch((cause: unknown) => Promise.reject(statementFault(cause, sql, 1))),
})

async function run(
  client: DatabricksClient,
  { signal, ...statement }: EngineStatement,
  isLarge: boolean,
): Promise<Finished> {
  try {
    return await client.run({ ...statement, isLarge, signal })
  } catch (cause) {
    throw signal.aborted ? cause : statementFault(cause, statement.sql)
  }
}

const ROWS_AT_ONCE = 2_000

async function* rowsOf(client: DatabricksClient, done: Finished, signal: AbortSignal) {
  for await (const { external_links: links = [] } of client.chunks(done, signal))
    for (const link of links)
      for (const { length, columns } of arrowBatches(await client.file(link, signal))) {
        const cells = columns.map(cellsOf)
        for (let from = 0; from < length; from += ROWS_AT_ONCE)
          yield Array.from({ length: Math.min(ROWS_AT_ONCE, length - from) }, (_, row) =>
            cells.map((cell) => cell(from + row)),
          )
      }
}
