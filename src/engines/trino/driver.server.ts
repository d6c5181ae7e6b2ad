import { quoteStandardText } from '../../query/dialect.ts'
import { Problem } from '../../wire/problem.ts'
import type { Driver } from '../driver.ts'
import { readOnlyProblem } from '../driver-refusals.ts'
import { httpConnectionProblem } from '../http-client.server.ts'
import { type NetworkEngine, networkDriver, type Transact } from '../network-driver.server.ts'
import type { NetworkOptions } from '../network-way.server.ts'
import { type TrinoAddress, trinoAddress } from './address.ts'
import { describeTable, listCatalogs, listFunctions, listSchemas, listTables } from './catalog.server.ts'
import { type Settings, TrinoClient, type TrinoContext } from './client.server.ts'
import { trinoDialect } from './dialect.ts'
import { isReadOnlyFailure, statementProblem, TrinoFailure } from './errors.ts'
import { judgeTrino, type Place } from './judge.server.ts'
import { readRows } from './run.server.ts'

/** Opens a catalog of a Trino server, and the others beside it. Connections are made when they are needed. */
export function openTrino(options: NetworkOptions): Driver {
  const client = new TrinoClient(trinoAddress(options.uri), options.way)
  const engine = { ...statementCalls(client), ...catalogCalls(client), close: async () => client.close() }
  return networkDriver(engine, options.isReadOnly)
}

const placeIn = (address: TrinoAddress, catalog: string | null, schema: string | null): Place => ({
  catalog: catalog ?? address.catalog,
  schema: schema ?? address.schema,
})

const placeOf = (
  address: TrinoAddress,
  { catalog, schema, timeoutMs }: Pick<TrinoContext, 'catalog' | 'schema' | 'timeoutMs'>,
) => ({ ...placeIn(address, catalog, schema), timeoutMs })

function statementCalls(
  client: TrinoClient,
): Pick<NetworkEngine, 'dialect' | 'openSession' | 'judge' | 'read' | 'change' | 'estimate' | 'wordsOf' | 'greet'> {
  const { address } = client
  const judge: NetworkEngine['judge'] = (sql, schema, _signal, catalog) =>
    judgeTrino(client, sql, placeIn(address, catalog, schema)).catch((cause: unknown) =>
      Promise.reject(wordsOf(client, cause, sql)),
    )
  return {
    dialect: trinoDialect,
    openSession: async () => {
      const held: Held = { settings: new Map(), transaction: null }
      return {
        judge,
        ...rowCalls(client, held),
        set: async ({ sql, ...place }, signal) => {
          held.settings = await client.set(sql, { ...placeOf(address, place), signal, settings: held.settings })
        },
        transact: transactOn(client, held),
        close: async () => {
          if (held.transaction !== null) await client.end(held.transaction)
        },
      }
    },
    wordsOf: (cause, sql) => wordsOf(client, cause, sql),
    judge,
    ...rowCalls(client, { settings: new Map(), transaction: null }),
    estimate: (sql, schema) => costOf(client, sql, placeIn(address, null, schema)),
    greet: () => greet(client).catch((cause: unknown) => Promise.reject(wordsOf(client, cause, ''))),
  }
}

/** What a script holds between its statements, since the server keeps nothing but its transaction. */
interface Held {
  settings: Settings
  /** The id of the one that it began. */
  transaction: string | null
}

/** Begins or ends the transaction of a script. */
const transactOn =
  (client: TrinoClient, held: Held): Transact =>
  async (step, { sql, ...place }, signal) => {
    const context = { ...placeOf(client.address, place), signal, settings: held.settings }
    const { transaction } = held
    if (step.verb === 'begin') {
      const level = step.isolation === null ? [] : [`ISOLATION LEVEL ${step.isolation}`]
      const modes = [...level, ...(step.isReadOnly || !step.mayChange ? ['READ ONLY'] : [])]
      held.transaction = await client.begin(`START TRANSACTION ${modes.join(', ')}`, context)
      return
    }
    held.transaction = null
    for await (const _ of client.pages(sql, context, transaction));
  }

/** Calls with what is set at their time, within the transaction that is open then. */
function rowCalls(client: TrinoClient, held: Readonly<Held>): Pick<NetworkEngine, 'read' | 'change'> {
  const { address } = client
  return {
    read: (reading, sink, signal) => {
      const context = { ...placeOf(address, reading), signal, settings: held.settings }
      return readRows(client, reading, context, held.transaction, sink)
    },
    change: async ({ sql, ...place }, signal) => {
      let changed: number | null = null
      const context = { ...placeOf(address, place), signal, settings: held.settings }
      for await (const page of client.pages(sql, context, held.transaction)) changed = page.changed ?? changed
      return changed
    },
  }
}

function wordsOf(client: TrinoClient, cause: unknown, sql: string): unknown {
  if (!(cause instanceof TrinoFailure)) return httpConnectionProblem(cause, client.address, trinoDialect.label) ?? cause
  return isReadOnlyFailure(cause) ? readOnlyProblem(cause) : statementProblem(cause, sql)
}

async function greet(client: TrinoClient): Promise<void> {
  const { catalog } = client.address
  const condition = catalog === null ? '' : ` WHERE catalog_name = ${quoteStandardText(catalog)}`
  const rows = await client.ask(`SELECT catalog_name FROM system.metadata.catalogs${condition}`)
  if (rows.length > 0) return
  throw new Problem(400, `The server has no catalog "${catalog}".`, {
    type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    extra: { engine_name: trinoDialect.label },
  })
}

const LABELS = [
  ['outputRowCount', 'Output count'],
  ['outputSizeInBytes', 'Output size'],
  ['cpuCost', 'CPU cost'],
  ['maxMemory', 'Max memory'],
  ['networkCost', 'Network cost'],
] as const

/** What the planner expects; a figure that it cannot tell is left out. */
async function costOf(client: TrinoClient, sql: string, place: Place): Promise<Record<string, string>> {
  const [[text] = []] = await client.ask(`EXPLAIN (TYPE IO, FORMAT JSON) ${sql}`, place)
  const { estimate = {} } = JSON.parse(String(text)) as { readonly estimate?: Readonly<Record<string, unknown>> }
  return Object.fromEntries(
    LABELS.flatMap(([key, label]) => (typeof estimate[key] === 'number' ? [[label, String(estimate[key])]] : [])),
  )
}

function catalogCalls(
  client: TrinoClient,
): Pick<
  NetworkEngine,
  'catalogs' | 'schemas' | 'defaultSchema' | 'tables' | 'table' | 'parts' | 'functions' | 'version'
> {
  const { address } = client
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((cause: unknown) => Promise.reject(wordsOf(client, cause, '')))
  return {
    catalogs: () => asked(listCatalogs(client)),
    schemas: async (given) => {
      const { catalog } = placeIn(address, given, null)
      return catalog === null ? [] : asked(listSchemas(client, catalog))
    },
    defaultSchema: async () => address.schema,
    tables: async (given, schema) => {
      const { catalog } = placeIn(address, given, null)
      return catalog === null ? [] : asked(listTables(client, catalog, schema))
    },
    table: async (given, givenSchema, name) => {
      const { catalog, schema } = placeIn(address, given, givenSchema)
      return catalog === null || schema === null ? null : asked(describeTable(client, catalog, schema, name))
    },
    parts: null,
    functions: () => asked(listFunctions(client)),
    version: async () => null,
  }
}
