import { Problem } from '../../wire/problem.ts'
import type { Driver } from '../driver.ts'
import { readOnlyProblem } from '../driver-refusals.ts'
import { bodyText, httpConnectionProblem } from '../http-client.server.ts'
import { nameAside } from '../name-aside.server.ts'
import { type NetworkEngine, networkDriver, withinRows } from '../network-driver.server.ts'
import type { NetworkOptions } from '../network-way.server.ts'
import type { LoadRequest } from '../table-loader.ts'
import { clickhouseAddress } from './address.ts'
import { currentSchema, describeTable, listFunctions, listSchemas, listTables } from './catalog.server.ts'
import { ClickhouseClient } from './client.server.ts'
import { clickhouseDialect } from './dialect.ts'
import { ClickhouseFailure, greetingProblem, isReadOnlyFailure, statementProblem } from './errors.ts'
import { judgeClickhouse } from './judge.server.ts'
import { dropAside, loadTable } from './load.server.ts'
import { readRows } from './run.server.ts'
import { openSession, type Sender } from './session.server.ts'

/** Opens a database of a ClickHouse server. Connections are made when they are needed. */
export function openClickhouse(options: NetworkOptions): Driver {
  const client = new ClickhouseClient(clickhouseAddress(options.uri), options.way)
  const engine = { ...statementCalls(client), ...catalogCalls(client), close: async () => client.close() }
  return {
    ...networkDriver(engine, options.isReadOnly),
    loader: { load: (request) => load(client, request) },
  }
}

/** Only uploads write to a database that statements may only read. */
async function load(client: ClickhouseClient, { signal, ...request }: LoadRequest): Promise<void> {
  try {
    const database = request.schema ?? (await currentSchema(client))
    const order = { ...request, database, aside: nameAside() }
    await loadTable(client, order, signal).catch(async (cause: unknown) => {
      await dropAside(client, order).catch(() => undefined)
      throw cause
    })
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    throw cause instanceof Problem ? cause : wordsOf(client, cause, '')
  }
}

function wordsOf(client: ClickhouseClient, cause: unknown, sql: string): unknown {
  if (!(cause instanceof ClickhouseFailure)) return unreachable(client, cause) ?? cause
  const isWrite = isReadOnlyFailure(cause) && !cause.message.includes('setting')
  return isWrite ? readOnlyProblem(cause) : statementProblem(cause, sql)
}

function statementCalls(
  client: ClickhouseClient,
): Pick<NetworkEngine, 'dialect' | 'openSession' | 'judge' | 'read' | 'change' | 'estimate' | 'wordsOf' | 'greet'> {
  const words = (cause: unknown, sql: string) => wordsOf(client, cause, sql)
  const judge: NetworkEngine['judge'] = (sql, schema) =>
    judgeClickhouse(client, sql, schema).catch((cause: unknown) => Promise.reject(words(cause, sql)))
  return {
    dialect: clickhouseDialect,
    openSession: async () => {
      const session = await openSession(client).catch((cause: unknown) => Promise.reject(words(cause, '')))
      const { read, change } = rowCalls(session)
      return {
        judge,
        // Every row is read, so that the next statement need not wait for the end of this one.
        read: (reading, sink, signal) => read(withinRows(reading, clickhouseDialect), sink, signal),
        change,
        set: change,
        transact: null,
        close: () => session.close(),
      }
    },
    wordsOf: words,
    judge,
    ...rowCalls(client),
    estimate: (sql, schema) => costOf(client, sql, schema),
    greet: () =>
      client.ask('SELECT 1').catch((cause: unknown) => {
        if (cause instanceof ClickhouseFailure) throw greetingProblem(cause, client.address.database)
        throw unreachable(client, cause) ?? cause
      }),
  }
}

function rowCalls(sender: Sender): Pick<NetworkEngine, 'read' | 'change'> {
  return {
    read: (reading, sink, signal) => readRows(sender, reading, sink, signal),
    change: async ({ sql, schema, timeoutMs }, signal) => {
      const format = 'JSONCompactEachRow'
      const response = await sender.send({ sql, database: schema, format, timeoutMs, isWrite: true, signal })
      await bodyText(response)
      const { written_rows } = JSON.parse(String(response.headers['x-clickhouse-summary'] ?? '{}'))
      return /^\W*insert\b/i.test(sql) ? Number(written_rows ?? 0) : null
    },
  }
}

const unreachable = (client: ClickhouseClient, cause: unknown) =>
  httpConnectionProblem(cause, client.address, clickhouseDialect.label)

/** What the server would read: marks are blocks of some thousand rows. */
async function costOf(client: ClickhouseClient, sql: string, schema: string | null): Promise<Record<string, string>> {
  const rows = await client.ask(`EXPLAIN ESTIMATE ${sql}\nFORMAT JSONCompactEachRow`, {}, schema)
  const sum = (column: number) => String(rows.reduce((total, row) => total + Number(row[column] ?? 0), 0))
  return { Tables: String(rows.length), Parts: sum(2), Rows: sum(3), Marks: sum(4) }
}

function catalogCalls(
  client: ClickhouseClient,
): Pick<
  NetworkEngine,
  'catalogs' | 'schemas' | 'defaultSchema' | 'tables' | 'table' | 'parts' | 'functions' | 'version'
> {
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((cause: unknown) => {
      if (cause instanceof ClickhouseFailure) throw greetingProblem(cause, client.address.database)
      throw unreachable(client, cause) ?? cause
    })
  const defaultSchema = () => asked(currentSchema(client))
  return {
    catalogs: async () => [],
    schemas: (catalog) => (catalog === null ? asked(listSchemas(client)) : Promise.resolve([])),
    defaultSchema,
    tables: (catalog, schema) => (catalog === null ? asked(listTables(client, schema)) : Promise.resolve([])),
    table: async (catalog, schema, name) =>
      catalog === null ? asked(describeTable(client, schema ?? (await defaultSchema()), name)) : null,
    parts: null,
    functions: () => asked(listFunctions(client)),
    version: async () => null,
  }
}
