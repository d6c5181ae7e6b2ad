import type { EngineDatabase, EngineModule } from '../../../src/engines/packaged/contract.server.ts'
import { readAddress } from '../../kit/fault.ts'
import { bytesText } from '../../kit/texts.ts'
import { bigqueryAddress } from './address.ts'
import { describeTable, listSchemas, listTables } from './catalog.ts'
import { BigqueryClient } from './client.ts'
import { serviceFault, statementFault } from './errors.ts'
import { FUNCTIONS } from './functions.ts'
import { judgeBigquery } from './judge.ts'
import { cellsOf, typeText } from './types.ts'

const ESTIMATE_MS = 30_000

/** Opens the data of a project. Nothing is asked before the first question. */
export const open: EngineModule['open'] = async ({ uri, socket }) =>
  databaseOf(new BigqueryClient(readAddress(bigqueryAddress, uri), socket))

const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((cause: unknown) => Promise.reject(serviceFault(cause)))

const databaseOf = (client: BigqueryClient): EngineDatabase => ({
  ...statementCalls(client),
  schemas: () => asked(listSchemas(client)),
  tables: (schema) => asked(listTables(client, schema)),
  table: (schema, name) => asked(describeTable(client, schema, name)),
  functions: async () => FUNCTIONS,
})

const statementCalls = (client: BigqueryClient): Pick<EngineDatabase, 'judge' | 'read' | 'change' | 'estimate'> => ({
  judge: (sql, schema) => judgeBigquery(client, sql, schema),
  async read({ sql, ...context }) {
    const pages = client.pages(sql, 'bigquery.readonly', context)
    const inWords = (cause: unknown) => Promise.reject(context.signal.aborted ? cause : statementFault(cause, sql))
    const first = await pages.next().catch(inWords)
    const fields = first.done ? [] : first.value.fields
    async function* rows() {
      for (let page = first; !page.done; page = await pages.next().catch(inWords))
        yield (page.value.rows ?? []).map((row) => cellsOf(row, fields))
    }
    return { columns: fields.map((field) => ({ name: field.name, type: typeText(field) })), rows: rows() }
  },
  async change({ sql, ...context }) {
    try {
      let changed: number | null = null
      for await (const page of client.pages(sql, 'bigquery', context))
        if (page.numDmlAffectedRows !== undefined) changed = Number(page.numDmlAffectedRows)
      return changed
    } catch (cause) {
      throw context.signal.aborted ? cause : statementFault(cause, sql)
    }
  },
  async estimate(sql, schema) {
    const preview = client.preview(sql, schema, AbortSignal.timeout(ESTIMATE_MS))
    const { bytes } = await preview.catch((cause: unknown) => Promise.reject(statementFault(cause, sql)))
    return { 'Bytes processed': bytesText(bytes) }
  },
})
