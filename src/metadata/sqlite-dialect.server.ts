import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

const BUSY_RETRY_MS = 15
const BUSY_LIMIT_MS = 10_000

/**
 * Kysely on node:sqlite. SQLite never waits by itself (`busy_timeout = 0`), since its wait would stop the event loop;
 * a busy file is tried again from here. One connection, transactions one after another.
 */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class SqliteDriver implements Driver {
  readonly file: string
  private db: DatabaseSync | null = null
  private tail: Promise<void> = Promise.resolve()
  private release: (() => void) | null = null

  constructor(file: string) {
    this.file = file
  }

  async init(): Promise<void> {
    const db = new DatabaseSync(this.file, { timeout: 0 })
    this.db = db
    await retryBusy(() => db.exec('PRAGMA journal_mode = WAL'))
    db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 0')
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const turn = this.tail
    let done = () => {}
    this.tail = new Promise((resolve) => {
      done = resolve
    })
    await turn
    this.release = done
    return new SqliteConnection(this.open())
  }

  async releaseConnection(): Promise<void> {
    this.release?.()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.db?.close()
    this.db = null
  }

  private open(): DatabaseSync {
    if (!this.db) throw new Error('The metadata store is closed')
    return this.db
  }
}

class SqliteConnection implements DatabaseConnection {
  private readonly db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.db = db
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return retryBusy(() => {
      const statement = this.db.prepare(query.sql)
      const values = query.parameters as SQLInputValue[]
      if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    })
  }

  // biome-ignore lint/correctness/useYield: node:sqlite gives whole results; nothing streams from the metadata store
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The metadata store does not stream')
  }
}

async function retryBusy<T>(run: () => T): Promise<T> {
  const deadline = Date.now() + BUSY_LIMIT_MS
  for (;;) {
    try {
      return run()
    } catch (cause) {
      if (!isBusy(cause) || Date.now() > deadline) throw cause
      await sleep(BUSY_RETRY_MS)
    }
  }
}

const isBusy = (cause: unknown) =>
  cause instanceof Error && 'errcode' in cause && [5, 6].includes(Number(cause.errcode) % 256)
