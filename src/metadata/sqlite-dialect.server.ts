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
import { isUnremembered } from './unremembered.ts'

const BUSY_RETRY_MS = 15
/** Another server may be bringing the schema up to date. */
const BUSY_LIMIT_AT_START_MS = 10_000
const BUSY_LIMIT_MS = 3_000
/** Texts whose compiled form is kept: the product has some hundreds. */
const KEPT_STATEMENTS = 500
/** What else is counted changes the schema, of which no number of rows tells. */
const CHANGES_ROWS = /^\s*(insert|update|delete)\b/i
/** Only a command beside the server, such as the one that adds a user, changes its store. */
const BELIEVED_MS = 20

export interface SqliteStore {
  readonly dialect: Dialect
  /** Another text after any change of the file, by this process or another. */
  mark(): string
  /** From here on somebody waits for every answer: a file that stays busy fails sooner. */
  serve(): void
}

/**
 * Kysely on node:sqlite. SQLite never waits by itself (`busy_timeout = 0`), since its wait would stop the event loop;
 * a busy file is tried again from here. One connection, transactions one after another; what waits for a busy file lets
 * the others pass, so that reading goes on. Fails with SQLITE_BUSY after seconds.
 */
export function sqliteStore(file: string): SqliteStore {
  const driver = new SqliteDriver(file)
  return {
    dialect: {
      createAdapter: () => new AdapterWithTurns(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    mark: () => driver.mark(),
    serve: () => driver.serve(),
  }
}

/** Without this Kysely would take the turns itself, and hold them while a writer waits. */
class AdapterWithTurns extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Turns at the one connection, in the order in which they were asked for. */
class Turns {
  private tail: Promise<void> = Promise.resolve()

  /** Waits for a turn and gives what ends it. */
  async take(): Promise<() => void> {
    const before = this.tail
    const { promise, resolve } = Promise.withResolvers<void>()
    this.tail = promise
    await before
    return resolve
  }
}

class SqliteDriver implements Driver {
  readonly file: string
  private readonly turns = new Turns()
  private db: Statements | null = null
  private busyLimitMs = BUSY_LIMIT_AT_START_MS

  constructor(file: string) {
    this.file = file
  }

  async init(): Promise<void> {
    const db = new DatabaseSync(this.file, { timeout: 0 })
    this.db = new Statements(db)
    await retryBusy(() => db.exec('PRAGMA journal_mode = WAL'), this.busyLimitMs, pause)
    // The own one knows the letters of ASCII alone, so that nobody who types é would find É.
    db.function('lower', { deterministic: true }, (text) => (text === null ? null : String(text).toLowerCase()))
    db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 0')
  }

  async acquireConnection(): Promise<SqliteConnection> {
    const endTurn = await this.turns.take()
    return new SqliteConnection(this.open(), this.turns, endTurn, this.busyLimitMs)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof SqliteConnection) connection.release()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  /** SQLite rolls back by itself where a disk is full or fails; to do it again would hide that. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.open().isInTransaction) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.db?.close()
    this.db = null
  }

  mark(): string {
    return this.open().mark()
  }

  serve(): void {
    this.busyLimitMs = BUSY_LIMIT_MS
  }

  private open(): Statements {
    if (!this.db) throw new Error('The metadata store is closed')
    return this.db
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly hasRows: boolean
  readonly isCounted: boolean
}

/** Statements after which everything that is remembered still holds, beside those on tables that nobody remembers. */
const UNCOUNTED = /^\s*(select|begin|commit|rollback)\b/i

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

  /** True between the beginning of a transaction and its end. */
  get isInTransaction(): boolean {
    return this.db.isTransaction
  }
  run<R>(sql: string, values: SQLInputValue[]): QueryResult<R> {
    const { statement, hasRows, isCounted } = this.known.get(sql) ?? this.compile(sql)
    try {
      if (isCounted) this.changes += 1
      if (hasRows) return { rows: statement.all(...values) as R[] }
      const { changes, lastInsertRowid } = statement.run(...values)
      if (isCounted && changes === 0 && CHANGES_ROWS.test(sql)) this.changes -= 1
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (cause) {
      if (isCounted && isBusy(cause)) this.changes -= 1
      throw cause
    }
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
    const prepared = {
      statement,
      hasRows: statement.columns().length > 0,
      isCounted: !UNCOUNTED.test(sql) && !isUnremembered(sql),
    }
    this.known.set(sql, prepared)
    return prepared
  }
}

class SqliteConnection implements DatabaseConnection {
  private readonly db: Statements
  private readonly turns: Turns
  private readonly busyLimitMs: number
  private endTurn: () => void

  constructor(db: Statements, turns: Turns, endTurn: () => void, busyLimitMs: number) {
    this.db = db
    this.turns = turns
    this.endTurn = endTurn
    this.busyLimitMs = busyLimitMs
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const run = () => this.db.run<R>(sql, parameters as SQLInputValue[])
    return retryBusy(run, this.busyLimitMs, () => this.giveWay())
  }

  release(): void {
    this.endTurn()
  }

  // biome-ignore lint/correctness/useYield: node:sqlite gives whole results; nothing streams from the metadata store
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The metadata store does not stream')
  }

  /** Others may have the connection while this one waits, unless it is in the middle of something. */
  private async giveWay(): Promise<void> {
    if (this.db.isInTransaction) return pause()
    this.endTurn()
    await pause()
    this.endTurn = await this.turns.take()
  }
}

const pause = () => sleep(BUSY_RETRY_MS)

async function retryBusy<T>(run: () => T, limitMs: number, wait: () => Promise<void>): Promise<T> {
  const deadline = performance.now() + limitMs
  for (;;) {
    try {
      return run()
    } catch (cause) {
      if (!isBusy(cause) || performance.now() > deadline) throw cause
      await wait()
    }
  }
}

const isBusy = (cause: unknown) =>
  cause instanceof Error && 'errcode' in cause && [5, 6].includes(Number(cause.errcode) % 256)
