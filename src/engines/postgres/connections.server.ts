import type { Client, ClientConfig, Pool, PoolClient } from 'pg'
import { Problem } from '../../wire/problem.ts'
import type { NetworkWay } from '../network-way.server.ts'
import { watchedForSilence } from '../silence.server.ts'
import type { PostgresAddress } from './address.ts'
import { connectionProblem, isUnencryptedServer } from './errors.ts'
import { socketOf } from './session.server.ts'

const WORKERS = 10
const SERVANTS = 4
const SESSIONS = 8
const IDLE_MS = 30_000
const LIFETIME_S = 1_800

/** The connections of one database: for statements and scripts of people, and for short questions of the product itself. */
export interface Connections {
  /** Throws a Problem with a connection error type. */
  worker(): Promise<PoolClient>
  servant(): Promise<PoolClient>
  /** A fresh connection, which is to be closed after use. */
  session(): Promise<PoolClient>
  close(): Promise<void>
}

/** Connections are made at the first question; nothing is held open for long. */
export function openConnections(address: PostgresAddress, way: NetworkWay): Connections {
  let pools: ReturnType<typeof openPools> | null = null
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
    try {
      return await pool.connect()
    } catch (cause) {
      throw connectionProblem(cause, address) ?? unknownFailure(cause)
    }
  }
  return {
    worker: async () => connected((await opened()).workers),
    servant: async () => {
      const client = await connected((await opened()).servants)
      return watchedForSilence(client, socketOf(client))
    },
    session: async () => connected((await opened()).sessions),
    close: async () => {
      isClosed = true
      const open = await pools?.catch(() => null)
      if (open) await Promise.all([open.workers.end(), open.servants.end(), open.sessions.end()])
    },
  }
}

const unknownFailure = (cause: unknown) =>
  new Problem(400, `The database could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`, {
    type: 'GENERIC_DB_ENGINE_ERROR',
    extra: { engine_name: 'PostgreSQL' },
    cause,
  })

async function openPools(address: PostgresAddress, way: NetworkWay) {
  const { default: pg } = await import('pg')
  await way.prepare()
  const config = await reachable(address, configOf(address, way), (settings) => new pg.Client(settings))
  const pool = (max: number) => {
    const made = new pg.Pool({
      ...config,
      max,
      idleTimeoutMillis: IDLE_MS,
      maxLifetimeSeconds: LIFETIME_S,
      allowExitOnIdle: true,
    })
    // A connection that the server ends while nobody uses it is replaced at the next use; without a listener it
    // would end this process.
    made.on('error', () => {})
    made.on('connect', (client) => client.on('error', () => {}))
    return made
  }
  return { workers: pool(WORKERS), servants: pool(SERVANTS), sessions: pool(SESSIONS) }
}

/** Where no sslmode asks for more, encryption is used when the server offers it. */
async function reachable(
  address: PostgresAddress,
  config: ClientConfig,
  make: (config: ClientConfig) => Client,
): Promise<ClientConfig> {
  if (address.sslMode !== 'prefer' && address.sslMode !== 'allow') return config
  const client = make(config)
  client.on('error', () => {})
  try {
    await client.connect()
    return config
  } catch (cause) {
    if (isUnencryptedServer(cause)) return { ...config, ssl: false }
    throw connectionProblem(cause, address) ?? unknownFailure(cause)
  } finally {
    await client.end().catch(() => {})
  }
}

function configOf(address: PostgresAddress, way: NetworkWay): ClientConfig {
  return {
    host: address.host,
    port: address.port,
    user: address.user,
    database: address.database,
    // As a function, so that an empty password does not fall back to one in this process's environment.
    password: () => address.password,
    ssl: sslOf(address),
    application_name: address.applicationName,
    ...(address.options === '' ? {} : { options: address.options }),
    connectionTimeoutMillis: address.connectTimeoutMs,
    keepAlive: true,
    stream: () => way.socket(),
  }
}

function sslOf({ sslMode }: PostgresAddress): ClientConfig['ssl'] {
  switch (sslMode) {
    case 'disable':
      return false
    case 'verify-full':
      return { rejectUnauthorized: true }
    case 'verify-ca':
      return { rejectUnauthorized: true, checkServerIdentity: () => undefined }
    default:
      return { rejectUnauthorized: false }
  }
}
