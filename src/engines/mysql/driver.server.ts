import type { PoolConnection } from 'mysql2'
import { Problem } from '../../wire/problem.ts'
import type { Driver } from '../driver.ts'
import { readOnlyProblem } from '../driver-refusals.ts'
import { nameAside } from '../name-aside.server.ts'
import {
  type NetworkEngine,
  type NetworkSession,
  networkDriver,
  type Transact,
  withinRows,
} from '../network-driver.server.ts'
import { DIRECT_WAY, type NetworkOptions } from '../network-way.server.ts'
import { type Lease, untilAborted } from '../stopping.server.ts'
import { LOAD_STATEMENT_MS, type LoadRequest } from '../table-loader.ts'
import { type MysqlAddress, mysqlAddress } from './address.ts'
import { describeTable, listFunctions, listSchemas, listTables } from './catalog.server.ts'
import { type Connections, openConnections } from './connections.server.ts'
import { mysqlDialect } from './dialect.ts'
import { connectionProblem, ERRNO, failureOf, statementProblem } from './errors.ts'
import { judgeMysql } from './judge.server.ts'
import { type Held, hold, leaseOf, type Worker } from './lease.server.ts'
import { dropAside, loadTable } from './load.server.ts'
import { readRows } from './run.server.ts'
import { ask, askedWarnings, begin, type Opening, type ServerFacts, warningsOf } from './session.server.ts'

type Servant = Awaited<ReturnType<Connections['servant']>>

/** Opens a MySQL or MariaDB server. Connections are made when they are needed. */
export function openMysql(options: NetworkOptions): Driver {
  const address = mysqlAddress(options.uri)
  const connections = openConnections(address, options.way ?? DIRECT_WAY)
  const server = new Server(address, connections)
  const engine = { ...statementCalls(server, connections), ...catalogCalls(server), close: () => connections.close() }
  return {
    ...networkDriver(engine, options.isReadOnly),
    loader: { load: (request) => load(server, connections, request) },
  }
}

/** On a connection of its own: only uploads write to a database that statements may only read. */
async function load(server: Server, connections: Connections, { signal, ...request }: LoadRequest): Promise<void> {
  const database = server.databaseOf(request.schema)
  if (database === '') throw new Problem(422, 'A schema is needed.', { type: 'SCHEMA_DOES_NOT_EXIST_ERROR' })
  const order = { ...request, database, aside: nameAside() }
  const facts = await connections.facts()
  const opening = { isReadOnly: false, timeoutMs: LOAD_STATEMENT_MS, database }
  try {
    await untilAborted(
      () => leaseOf(connections, (connection) => begin(connection, facts, opening)),
      isAnswer,
      signal,
      ({ connection }) => loadTable(connection, order),
    )
  } catch (cause) {
    await server.ask((servant) => dropAside(servant, order)).catch(() => undefined)
    if (signal.aborted) throw signal.reason
    throw cause instanceof Problem ? cause : server.wordsOf(cause, '')
  }
}

/** More than can lie idle in the pool of servants. */
const MOST_IDLE = 5

class Server {
  readonly address: MysqlAddress
  readonly #connections: Connections

  constructor(address: MysqlAddress, connections: Connections) {
    this.address = address
    this.#connections = connections
  }

  /** A short question of the product itself; asked again where the server had ended an idle connection. */
  async ask<T>(work: (connection: Servant, facts: ServerFacts) => Promise<T>, attempts = MOST_IDLE): Promise<T> {
    const facts = await this.#connections.facts()
    const servant = await this.#connections.servant()
    try {
      const answer = await work(servant, facts)
      servant.release()
      return answer
    } catch (cause) {
      const isLost = failureOf(cause) === null && !(cause instanceof Problem)
      if (isLost) servant.destroy()
      else servant.release()
      if (!isLost) throw cause
      if (attempts > 1) return this.ask(work, attempts - 1)
      throw connectionProblem(cause, this.address) ?? cause
    }
  }

  /** Names without a database belong to this one. */
  databaseOf(schema: string | null): string {
    return schema === null || schema === '' ? this.address.database : schema
  }

  wordsOf(cause: unknown, sql: string): unknown {
    const failure = failureOf(cause)
    if (failure === null) return connectionProblem(cause, this.address) ?? cause
    return failure.errno === ERRNO.readOnly ? readOnlyProblem(cause) : statementProblem(failure, sql, cause)
  }
}

function statementCalls(
  server: Server,
  connections: Connections,
): Pick<NetworkEngine, 'dialect' | 'openSession' | 'judge' | 'read' | 'change' | 'estimate' | 'wordsOf' | 'greet'> {
  return {
    dialect: mysqlDialect,
    judge: (sql, schema) =>
      server.ask((servant, facts) => judgeMysql(servant, sql, { facts, database: server.databaseOf(schema) })),
    ...rowCalls(server, connections, (prepare) => leaseOf(connections, prepare), null),
    openSession: async () => {
      const facts = await connections.facts()
      const held = await hold(connections).catch((cause: unknown) => Promise.reject(server.wordsOf(cause, '')))
      const rows = rowCalls(server, connections, held.lend, held)
      const bench = (schema: string | null) => ({ facts, database: server.databaseOf(schema), keepsSettings: true })
      return {
        ...rows,
        read: async (reading, sink, signal) => {
          const { warnings } = held
          const answer = askedWarnings(reading.sql, warnings)
          // Every row is read, so that the next statement can follow.
          const given = withinRows(answer === null ? reading : { ...reading, sql: answer }, mysqlDialect)
          const done = await rows.read(given, sink, signal)
          if (answer !== null) held.warnings = warnings
          return done
        },
        judge: (sql, schema) =>
          judgeMysql(held.connection, sql, bench(schema)).catch((cause: unknown) =>
            Promise.reject(server.wordsOf(cause, sql)),
          ),
        transact: transactOn(server, connections, held),
        close: async () => held.close(),
      }
    },
    estimate: (sql, schema) => server.ask((servant, facts) => costOf(servant, facts, sql, server.databaseOf(schema))),
    wordsOf: (cause, sql) => server.wordsOf(cause, sql),
    greet: () => server.ask((servant) => ask(servant, 'SELECT 1')),
  }
}

/** Begins or ends the transaction of a script. */
function transactOn(server: Server, connections: Connections, held: Held): Transact {
  const begun = async (opening: Omit<Opening, 'database'>, schema: string | null) => {
    const facts = await connections.facts()
    await begin(held.connection, facts, { ...opening, database: server.databaseOf(schema), keepsSettings: true })
  }
  return (step, { schema, timeoutMs }, signal) =>
    untilAborted(
      () => held.lend(async () => {}),
      isAnswer,
      signal,
      async ({ connection }) => {
        if (step.verb === 'begin') await begun({ isReadOnly: step.isReadOnly || !step.mayChange, timeoutMs }, schema)
        else await ask(connection, step.verb)
        held.isInside = step.verb === 'begin'
      },
    )
}

const isAnswer = (cause: unknown) => failureOf(cause) !== null

/** Calls on connections that are lent; those of a session keep its settings, its transaction and its warnings. */
function rowCalls(
  server: Server,
  connections: Connections,
  lend: (prepare: (connection: PoolConnection) => Promise<void>) => Promise<Lease<Worker>>,
  session: Held | null,
): Pick<NetworkSession, 'read' | 'change' | 'set'> {
  const onLent = <T>(
    { schema, ...opening }: Omit<Opening, 'database'> & { readonly schema: string | null },
    signal: AbortSignal,
    work: (worker: Worker) => Promise<T>,
  ) =>
    untilAborted(
      async () => {
        const facts = await connections.facts()
        const database = server.databaseOf(schema)
        const state = { keepsSettings: session !== null, isInside: session?.isInside ?? false }
        return lend((connection) => begin(connection, facts, { ...opening, database, ...state }))
      },
      isAnswer,
      signal,
      work,
    )
  const noted = async (connection: PoolConnection) => {
    if (session) session.warnings = await warningsOf(connection)
  }
  return {
    read: (reading, sink, signal) => {
      const { timeoutMs, schema } = reading
      return onLent({ isReadOnly: true, timeoutMs, schema }, signal, async (worker) => {
        const done = await readRows(worker, reading, sink)
        await noted(worker.connection)
        return done
      })
    },
    change: ({ sql, ...opening }, signal) =>
      onLent({ ...opening, isReadOnly: false }, signal, async ({ connection }) => {
        const changed = await changedRows(connection, sql)
        await noted(connection)
        if (!session?.isInside) await ask(connection, 'COMMIT')
        return changed
      }),
    set: ({ sql, ...opening }, signal) =>
      onLent({ ...opening, isReadOnly: true }, signal, async ({ connection }) => {
        await ask(connection, sql)
        await noted(connection)
      }),
  }
}

function changedRows(connection: Servant, sql: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, result) => {
      if (error) return reject(error)
      resolve('affectedRows' in result ? Number(result.affectedRows) : null)
    })
  })
}

const ESTIMATE_MS = 10_000

/** The rows that the server expects to look at, and its cost where it tells one. */
async function costOf(
  servant: Servant,
  facts: ServerFacts,
  sql: string,
  database: string,
): Promise<Record<string, string>> {
  await begin(servant, facts, { isReadOnly: true, timeoutMs: ESTIMATE_MS, database })
  try {
    const [row] = await ask(servant, `EXPLAIN FORMAT=JSON ${sql}`)
    const plan: unknown = JSON.parse(String(Object.values(row ?? {})[0] ?? 'null'))
    const [costs, rows] = [valuesOf(plan, ['query_cost']), valuesOf(plan, ['rows', 'rows_examined_per_scan'])]
    return {
      ...(costs.length > 0 ? { 'Query cost': String(costs[0]) } : {}),
      'Rows to look at': String(rows.reduce((sum, count) => sum + count, 0)),
    }
  } finally {
    await ask(servant, 'ROLLBACK')
  }
}

/** Every number under one of the names, anywhere in a plan. */
function valuesOf(plan: unknown, names: readonly string[]): number[] {
  if (typeof plan !== 'object' || plan === null) return []
  return Object.entries(plan).flatMap(([name, value]) => {
    const own = names.includes(name) && Number.isFinite(Number(value)) ? [Number(value)] : []
    return [...own, ...valuesOf(value, names)]
  })
}

function catalogCalls(
  server: Server,
): Pick<
  NetworkEngine,
  'catalogs' | 'schemas' | 'defaultSchema' | 'tables' | 'table' | 'parts' | 'functions' | 'version'
> {
  const { database } = server.address
  return {
    catalogs: async () => [],
    schemas: () => server.ask(listSchemas),
    defaultSchema: async () => (database === '' ? null : database),
    tables: (_, schema) => server.ask((servant) => listTables(servant, schema)),
    table: async (_, schema, name) => {
      const place = server.databaseOf(schema)
      return place === '' ? null : server.ask((servant, facts) => describeTable(servant, facts, place, name))
    },
    parts: null,
    functions: async () => listFunctions(),
    version: async () => null,
  }
}
