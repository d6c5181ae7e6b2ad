import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
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
import { LRUCache } from 'lru-cache'

const BUSY_RETRY_MS = 15
const BUSY_LIMIT_MS = 10_000
/** Texts whose compiled form is kept: the product has some hundreds. */
const KEPT_STATEMENTS = 500
/** Only a command beside the server, such as the one that adds a user, changes its store. */
const BELIEVED_MS = 20

export interface SqliteStore {
  readonly dialect: Dialect
  /** Another text after any change of the file, by this process or another. */
  mark(): string
}

/**
 * Kysely on node:sqlite. SQLite never waits by itself (`busy_timeout = 0`), since its wait would stop the event loop;
 * a busy file is tried again from here. One connection, transactions one after another.
 */
export function sqliteStore(file: string): SqliteStore {
  const driver = new SqliteDriver(file)
  return {
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    mark: () => driver.mark(),
  }
}

class SqliteDriver implements Driver {
  readonly file: string
  private db: Statements | null = null
  private tail: Promise<void> = Promise.resolve()
  private release: (() => void) | null = null

  constructor(file: string) {
    this.file = file
  }

  async init(): Promise<void> {
    const db = new DatabaseSync(this.file, { timeout: 0 })
    this.db = new Statements(db)
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

  mark(): string {
    return this.open().mark()
  }

  private open(): Statements {
    if (!this.db) throw new Error('The metadata store is closed')
    return this.db
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly hasRows: boolean
  readonly isRead: boolean
}

/** Statements of one file, compiled once for each text. */
class Statements {
  private readonly db: DatabaseSync
  private readonly known = new LRUCache<string, Prepared>({ max: KEPT_STATEMENTS })
  private readonly others: StatementSync
  private changes = 0
  /** What other connections changed, as it was seen last. */
  private seen: { readonly at: number; readonly version: string } | null = null

  constructor(db: DatabaseSync) {
    this.db = db
    this.others = db.prepare('pragma data_version')
  }

  /** The compiled form of a text that is about to be run. */
  next(sql: string): Prepared {
    const prepared = this.known.get(sql) ?? this.compile(sql)
    if (!prepared.isRead) this.changes += 1
    return prepared
  }
  /** How often this connection may have changed something, and whether another one did, as of a moment ago. */
  mark(): string {
    const now = performance.now()
    if (this.seen === null || now - this.seen.at > BELIEVED_MS) this.seen = { at: now, version: this.look() }
    return `${this.changes} ${this.seen.version}`
  }
  close() {
    this.known.clear()
    this.db.close()
  }

  private look(): string {
    return String(this.others.get()?.data_version)
  }
  private compile(sql: string): Prepared {
    const statement = this.db.prepare(sql)
    const prepared = { statement, hasRows: statement.columns().length > 0, isRead: /^select\b/i.test(sql) }
    this.known.set(sql, prepared)
    return prepared
  }
}

class SqliteConnection implements DatabaseConnection {
  private readonly db: Statements

  constructor(db: Statements) {
    this.db = db
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return retryBusy(() => {
      const { statement, hasRows } = this.db.next(query.sql)
      const values = query.parameters as SQLInputValue[]
      if (hasRows) return { rows: statement.all(...values) as R[] }
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
