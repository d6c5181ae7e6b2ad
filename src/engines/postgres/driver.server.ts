import type { PoolClient } from 'pg'
import { Problem } from '../../wire/problem.ts'
import type { Driver } from '../driver.ts'
import { readOnlyProblem } from '../driver-refusals.ts'
import { type NetworkEngine, type NetworkSession, networkDriver, type Transact } from '../network-driver.server.ts'
import { DIRECT_WAY, type NetworkOptions } from '../network-way.server.ts'
import { type Lease, untilAborted } from '../stopping.server.ts'
import type { LoadRequest } from '../table-loader.ts'
import { type PostgresAddress, postgresAddress } from './address.ts'
import { describeTable, listFunctions, listParts, listSchemas, listTables } from './catalog.server.ts'
import { type Connections, openConnections } from './connections.server.ts'
import { postgresDialect } from './dialect.ts'
import { connectionProblem, failureOf, isLoss, statementProblem } from './errors.ts'
import { judgePostgres } from './judge.server.ts'
import { type Held, hold, leaseOf } from './lease.server.ts'
import { loadTable } from './load.server.ts'
import { readRows } from './run.server.ts'
import { begin, type Opening, RAW_TYPES } from './session.server.ts'
import { typeNames } from './type-names.server.ts'

type Servant = Awaited<ReturnType<Connections['servant']>>

/** Opens a database of a PostgreSQL server. Connections are made when they are needed. */
export function openPostgres(options: NetworkOptions): Driver {
  const address = postgresAddress(options.uri)
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
  const schema = request.schema ?? 'public'
  await untilAborted(
    () => leaseOf(connections),
    isAnswer,
    signal,
    (client) => loadTable(client, schema, request),
  ).catch((cause: unknown) => {
    if (signal.aborted) throw signal.reason
    throw cause instanceof Problem ? cause : server.wordsOf(cause, '')
  })
}

class Server {
  readonly address: PostgresAddress
  readonly #connections: Connections

  constructor(address: PostgresAddress, connections: Connections) {
    this.address = address
    this.#connections = connections
  }

  /** A short question of the product itself. */
  async ask<T>(work: (client: Servant) => Promise<T>): Promise<T> {
    const client = await this.#connections.servant()
    let isLost = false
    try {
      return await work(client)
    } catch (cause) {
      isLost = isLoss(failureOf(cause)) && !(cause instanceof Problem)
      throw isLost ? (connectionProblem(cause, this.address) ?? cause) : cause
    } finally {
      client.release(isLost)
    }
  }

  wordsOf(cause: unknown, sql: string): unknown {
    const failure = failureOf(cause)
    if (failure === null || isLoss(failure)) return connectionProblem(cause, this.address) ?? cause
    return failure.code === '25006' ? readOnlyProblem(cause) : statementProblem(failure, sql, cause)
  }
}

function statementCalls(
  server: Server,
  connections: Connections,
): Pick<NetworkEngine, 'dialect' | 'openSession' | 'judge' | 'read' | 'change' | 'estimate' | 'wordsOf' | 'greet'> {
  const namesOfTypes = typeNames(connections)
  return {
    dialect: postgresDialect,
    judge: (sql, schema) =>
      server
        .ask((client) => judgePostgres(client, sql, schema))
        .catch((cause: unknown) => Promise.reject(server.wordsOf(cause, sql))),
    ...rowCalls(() => leaseOf(connections), namesOfTypes, null),
    openSession: async () => {
      const held = await hold(connections).catch((cause: unknown) =>
        Promise.reject(connectionProblem(cause, server.address) ?? cause),
      )
      return {
        ...rowCalls(() => held.lend(), namesOfTypes, held),
        judge: (sql, schema) =>
          judgePostgres(held.client, sql, schema, held.isInside).catch((cause: unknown) =>
            Promise.reject(server.wordsOf(cause, sql)),
          ),
        transact: transactOn(held),
        close: async () => held.close(),
      }
    },
    estimate: (sql, schema) => server.ask((client) => costOf(client, sql, schema)),
    wordsOf: (cause, sql) => server.wordsOf(cause, sql),
    greet: () => server.ask((client) => client.query('SELECT 1')),
  }
}

/** Begins or ends the transaction of a script. */
function transactOn(held: Held): Transact {
  return (step, { schema, timeoutMs }, signal) =>
    untilAborted(
      () => held.lend(),
      isAnswer,
      signal,
      async (client) => {
        if (step.verb === 'begin') {
          const isReadOnly = step.isReadOnly || !step.mayChange
          await begin(client, { isReadOnly, timeoutMs, schema, keepsClock: true, isolation: step.isolation })
        } else await client.query(step.verb)
        held.isInside = step.verb === 'begin'
      },
    )
}

const isAnswer = (cause: unknown) => failureOf(cause) !== null

/** Calls on connections that are lent; those of a session keep its clock, and its transaction. */
function rowCalls(
  lend: () => Promise<Lease<PoolClient>>,
  namesOfTypes: ReturnType<typeof typeNames>,
  session: Held | null,
): Pick<NetworkSession, 'read' | 'change' | 'set'> {
  const onLent = <T>(signal: AbortSignal, work: (client: PoolClient) => Promise<T>) =>
    untilAborted(lend, isAnswer, signal, work)
  const state = () => ({ keepsClock: session !== null, isInside: session?.isInside ?? false })
  const done = async (client: PoolClient, sql: string, opening: Opening): Promise<number | null> => {
    await begin(client, opening)
    // Values that are sent apart make the driver use the protocol that takes one statement only.
    const { rowCount } = await client.query({ text: sql, values: [], queryMode: 'extended', types: RAW_TYPES } as {
      text: string
      values: unknown[]
    })
    if (!opening.isInside) await client.query('COMMIT')
    return rowCount
  }
  return {
    read: (reading, sink, signal) =>
      onLent(signal, (client) => {
        const { timeoutMs, schema } = reading
        const opening = { isReadOnly: true, timeoutMs, schema, ...state() }
        return readRows(client, { reading, opening }, namesOfTypes, sink, signal)
      }),
    change: ({ sql, schema, timeoutMs }, signal) =>
      onLent(signal, (client) => done(client, sql, { isReadOnly: false, timeoutMs, schema, ...state() })),
    set: ({ sql, schema, timeoutMs }, signal) =>
      onLent(signal, (client) => done(client, sql, { isReadOnly: true, timeoutMs, schema, ...state() })),
  }
}

const ESTIMATE_MS = 10_000
const EXPLAIN = 'EXPLAIN (FORMAT JSON) '

async function costOf(client: Servant, sql: string, schema: string | null): Promise<Record<string, string>> {
  await begin(client, { isReadOnly: true, timeoutMs: ESTIMATE_MS, schema })
  try {
    const { rows } = await client.query({ text: EXPLAIN + sql, values: [], queryMode: 'extended' } as {
      text: string
      values: unknown[]
    })
    const [{ Plan: plan } = { Plan: {} }] = (rows[0]?.['QUERY PLAN'] ?? []) as { Plan: Record<string, unknown> }[]
    return { 'Start-up cost': String(plan['Startup Cost'] ?? ''), 'Total cost': String(plan['Total Cost'] ?? '') }
  } finally {
    await client.query('ROLLBACK')
  }
}

function catalogCalls(
  server: Server,
): Pick<
  NetworkEngine,
  'catalogs' | 'schemas' | 'defaultSchema' | 'tables' | 'table' | 'parts' | 'functions' | 'version'
> {
  const defaultSchema = () =>
    server.ask(async (client) => {
      const { rows } = await client.query<{ name: string | null }>('SELECT pg_catalog.current_schema()::text AS name')
      return rows[0]?.name ?? null
    })
  const own = (catalog: string | null) => catalog === null || catalog === server.address.database
  return {
    catalogs: async () => [server.address.database],
    schemas: async (catalog) => (own(catalog) ? server.ask(listSchemas) : []),
    defaultSchema,
    tables: async (catalog, schema) => (own(catalog) ? server.ask((client) => listTables(client, schema)) : []),
    table: async (catalog, schema, name) => {
      const place = schema ?? (await defaultSchema())
      if (place === null || !own(catalog)) return null
      return server.ask((client) => describeTable(client, place, name))
    },
    parts: (tables) => server.ask((client) => listParts(client, tables)),
    functions: () => server.ask(listFunctions),
    version: async () => null,
  }
}
