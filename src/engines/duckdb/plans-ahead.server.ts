import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBType } from '@duckdb/node-api'
import { LRUCache } from 'lru-cache'
import { scan } from '../../query/sql/scan.ts'
import { duckdbDialect } from './dialect.ts'

/** A planned statement on a connection that nobody used before, to be run once. */
export interface ReadyPlan {
  readonly connection: DuckDBConnection
  readonly statement: DuckDBPreparedStatement
  readonly names: readonly string[]
  readonly types: readonly DuckDBType[]
}

const KEPT_TEXTS = 500
const KEPT_PLANS = 16
/** Longer statements are rarely asked again. */
const MAX_CHARACTERS = 10_000
/** So long nothing runs before the next plan is made. */
const IDLE_MS = 5
/** They read the clock or draw lots without being listed as functions that do. */
const UNSTEADY = /^(current_|local|get_current|age$|sample$|tablesample$)/

/**
 * Plans of statements that were asked before, made while nothing else runs, so that asking once more, as a refreshed
 * chart does, costs the engine its execution alone. A plan is used once and by nobody else; what the engine would work
 * out while it plans and may be something else later, such as the time, is never planned ahead.
 */
export class PlansAhead {
  readonly #connect: () => Promise<DuckDBConnection>
  /** Names of functions, macros and views that give something else at another time. */
  readonly #unsteady: ReadonlySet<string>
  readonly #asked = new LRUCache<string, true>({ max: KEPT_TEXTS })
  readonly #ready = new LRUCache<string, ReadyPlan>({
    max: KEPT_PLANS,
    dispose: ({ connection }, _, reason) => reason === 'evict' && connection.closeSync(),
  })
  readonly #wanted = new Set<string>()
  #running = 0
  #timer: NodeJS.Timeout | null = null

  constructor(connect: () => Promise<DuckDBConnection>, unsteady: ReadonlySet<string>) {
    this.#connect = connect
    this.#unsteady = unsteady
  }

  /** A statement begins: its plan, if there is one. Null stands for one that is never planned ahead. */
  begin(sql: string | null): ReadyPlan | null {
    this.#running += 1
    if (this.#timer) clearTimeout(this.#timer)
    if (sql === null) return null
    const plan = this.#ready.get(sql) ?? null
    this.#ready.delete(sql)
    return plan
  }
  /** A statement has ended; whoever asks it for the second time may well ask for the third. */
  end(sql: string | null) {
    this.#running -= 1
    if (sql !== null && sql.length <= MAX_CHARACTERS) {
      if (this.#asked.has(sql)) this.#wanted.add(sql)
      else this.#asked.set(sql, true)
    }
    this.#rest()
  }

  #rest() {
    if (this.#timer) clearTimeout(this.#timer)
    if (this.#running > 0 || this.#wanted.size === 0) return
    this.#timer = setTimeout(() => void this.#planNext(), IDLE_MS)
  }
  async #planNext() {
    const [sql] = this.#wanted
    if (sql === undefined || this.#running > 0) return
    this.#wanted.delete(sql)
    if (isSteady(sql, this.#unsteady)) await this.#plan(sql).catch(() => undefined)
    this.#rest()
  }
  async #plan(sql: string) {
    const connection = await this.#connect()
    try {
      const statement = await connection.prepare(sql)
      const columns = Array.from({ length: statement.columnCount }, (_, i) => i)
      const names = columns.map((i) => statement.columnName(i))
      this.#ready.set(sql, { connection, statement, names, types: columns.map((i) => statement.columnType(i)) })
    } catch (cause) {
      connection.closeSync()
      throw cause
    }
  }
}

/** False for a text that names what gives something else at another time, whatever it means by the name. */
export function isSteady(sql: string, unsteady: ReadonlySet<string>): boolean {
  return scan(sql, duckdbDialect.lexicon).every(({ kind, text }) => {
    const name = (kind === 'name' ? text.slice(1, -1) : text).toLowerCase()
    return !unsteady.has(name) && !UNSTEADY.test(name)
  })
}
