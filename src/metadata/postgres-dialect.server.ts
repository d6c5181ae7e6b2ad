import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { Problem } from '../wire/problem.ts'
import { STORE_AWAY } from './store-fault.ts'
import { isUnremembered } from './unremembered.ts'

const MAX_CONNECTIONS = 10
/** How long a request waits for a connection, one that is free or a new one. */
const CONNECT_MS = 10_000
const INT8 = 20
/** A number that its column cannot hold, or a text where a number belongs. */
const UNFIT = new Set(['22003', '22P02'])

/**
 * Kysely on a PostgreSQL server: numbers arrive as numbers, and texts as SQLite would keep them. `onChange` is called
 * after every statement that may have changed something.
 */
export async function postgresStore(url: string, onChange: () => void): Promise<Dialect> {
  const { default: pg } = await import('pg')
  const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    types: { getTypeParser },
  })
  // A connection that the server ends while it rests is replaced at the next use.
  pool.on('error', () => {})
  return new PostgresDialect({ pool: carefulPool(pool, onChange) })
}

function carefulPool(pool: Pool, onChange: () => void): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    connect: async () => {
      const client = await pool.connect().catch((cause: unknown) => {
        throw isAway(cause) ? away(cause) : cause
      })
      const made = known.get(client) ?? carefulClient(client, onChange)
      known.set(client, made)
      return made
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** Failures of the way to the server, which have codes of the network or none. */
const isAway = (cause: unknown) => {
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown }
  return /^E[A-Z]{4,}/.test(String(code)) || (code === undefined && /connection|timeout/i.test(String(message)))
}
const away = (cause: unknown) => new Problem(503, STORE_AWAY, { headers: { 'retry-after': '1' }, cause })

/** Statements that change nothing; what else is sent counts as a change. */
const READS = /^\s*(select|begin|start|show)\b/i

function carefulClient(client: PoolClient, onChange: () => void): PostgresPoolClient {
  client.on('error', () => {})
  const query = (async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query(text, values.map(storable))
    } catch (cause) {
      if (UNFIT.has(String((cause as { code?: unknown }).code)))
        throw new Problem(400, 'A value of the request is outside of what can be stored.', { cause })
      throw isAway(cause) ? away(cause) : cause
    } finally {
      if (!READS.test(text) && !isUnremembered(text)) onChange()
    }
    // The store asks for no cursor, which is the other way of this function.
  }) as unknown as PostgresPoolClient['query']
  return { query, release: (destroy?: boolean) => client.release(destroy) }
}

/** PostgreSQL keeps every character but this one. */
const storable = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value)
