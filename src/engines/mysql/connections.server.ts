import type { Socket } from 'node:net'
import type { Connection, ConnectionOptions, Pool, PoolConnection, SslOptions } from 'mysql2'
import { Problem } from '../../wire/problem.ts'
import type { NetworkWay } from '../network-way.server.ts'
import { watchedForSilence } from '../silence.server.ts'
import type { MysqlAddress } from './address.ts'
import { connectionProblem, isUnencryptedServer } from './errors.ts'
import { type ServerFacts, serverFacts } from './session.server.ts'

const WORKERS = 10
const SERVANTS = 4
const SESSIONS = 8
const IDLE_MS = 30_000

/** The connections of one server: for statements and scripts of people, and for short questions of the product itself. */
export interface Connections {
  /** What is known of the server since the first connection. Throws a Problem with a connection error type. */
  facts(): Promise<ServerFacts>
  worker(): Promise<PoolConnection>
  servant(): Promise<PoolConnection>
  /** A fresh connection, which is to be closed after use. */
  session(): Promise<PoolConnection>
  close(): Promise<void>
}

interface Pools {
  readonly facts: ServerFacts
  readonly workers: Pool
  readonly servants: Pool
  readonly sessions: Pool
}

/** Connections are made at the first question; nothing is held open for long. */
export function openConnections(address: MysqlAddress, way: NetworkWay): Connections {
  let pools: Promise<Pools> | null = null
  let isClosed = false
  const opened = () => {
    if (isClosed) throw new Problem(503, 'The connection to this database is being closed.')
    pools ??= openPools(address, way).catch((cause: unknown) => {
      pools = null
      throw cause
    })
    return pools
  }
  const connected = async (pool: Pool) => {
    await way.prepare()
    return new Promise<PoolConnection>((resolve, reject) => {
      pool.getConnection((error, connection) => {
        if (error) reject(connectionProblem(error, address) ?? unknownFailure(error))
        else resolve(connection)
      })
    })
  }
  return {
    facts: async () => (await opened()).facts,
    worker: async () => connected((await opened()).workers),
    servant: async () => {
      const connection = await connected((await opened()).servants)
      return watchedForSilence(connection, socketOf(connection))
    },
    session: async () => connected((await opened()).sessions),
    close: async () => {
      isClosed = true
      const open = await pools?.catch(() => null)
      if (open) await Promise.all([ended(open.workers), ended(open.servants), ended(open.sessions)])
    },
  }
}

/** The driver keeps its socket to itself. */
const socketOf = (connection: PoolConnection) => (connection as unknown as { readonly stream?: Socket }).stream

/** Connections that are still in use are closed when the pool ends. */
const ended = (pool: Pool) => new Promise<void>((resolve) => pool.end(() => resolve()))

const unknownFailure = (cause: unknown) =>
  new Problem(400, `The database could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`, {
    type: 'GENERIC_DB_ENGINE_ERROR',
    extra: { engine_name: 'MySQL' },
    cause,
  })

async function openPools(address: MysqlAddress, way: NetworkWay): Promise<Pools> {
  const mysql = await import('mysql2')
  await way.prepare()
  const { config, facts } = await reachable(address, way, (settings) => mysql.createConnection(settings))
  const pool = (connectionLimit: number, resetOnRelease: boolean) => {
    const made = mysql.createPool({ ...config, connectionLimit, maxIdle: 2, idleTimeout: IDLE_MS, resetOnRelease })
    // The driver listens once; a second failure of the same connection would end this process.
    made.on('connection', (connection) => connection.on('error', () => {}))
    return made
  }
  return { facts, workers: pool(WORKERS, true), servants: pool(SERVANTS, false), sessions: pool(SESSIONS, false) }
}

interface Reached {
  readonly config: ConnectionOptions
  readonly facts: ServerFacts
}

/** Where no ssl_mode asks for more, encryption is used when the server offers it. */
async function reachable(
  address: MysqlAddress,
  way: NetworkWay,
  make: (config: ConnectionOptions) => Connection,
): Promise<Reached> {
  const config = configOf(address, way)
  try {
    return { config, facts: await greeted(make(config)) }
  } catch (cause) {
    if (address.sslMode === 'PREFERRED' && isUnencryptedServer(cause))
      return reachable({ ...address, sslMode: 'DISABLED' }, way, make)
    throw connectionProblem(cause, address) ?? unknownFailure(cause)
  }
}

async function greeted(connection: Connection): Promise<ServerFacts> {
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on('error', reject)
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    return await serverFacts(connection)
  } finally {
    connection.destroy()
  }
}

function configOf(address: MysqlAddress, way: NetworkWay): ConnectionOptions {
  const { host, port, user, password, database, connectTimeoutMs } = address
  const ssl = sslOf(address)
  return {
    ...{ host, port, user, password },
    ...(database === '' ? {} : { database }),
    ...(ssl === null ? {} : { ssl }),
    connectTimeout: connectTimeoutMs,
    charset: 'UTF8MB4_UNICODE_CI',
    multipleStatements: false,
    // The server would read names of functions as reserved words, or ask this process for files.
    flags: ['-IGNORE_SPACE', '-LOCAL_FILES'],
    stream: () => {
      const socket = way.socket()
      socket.setNoDelay(true).setKeepAlive(true)
      return socket.connect(port, host)
    },
  }
}

function sslOf({ sslMode }: MysqlAddress): SslOptions | null {
  switch (sslMode) {
    case 'DISABLED':
      return null
    case 'VERIFY_IDENTITY':
      return { rejectUnauthorized: true, verifyIdentity: true }
    case 'VERIFY_CA':
      return { rejectUnauthorized: true }
    default:
      return { rejectUnauthorized: false }
  }
}
