import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { migrate, pendingMigrations } from './migrate.server.ts'
import { postgresStore } from './postgres-dialect.server.ts'
import { changeMark } from './postgres-mark.server.ts'
import { sqliteStore } from './sqlite-dialect.server.ts'
import type { Tables } from './tables.server.ts'

export type MetadataDb = Kysely<Tables>

export interface MetadataStore {
  readonly db: MetadataDb
  readonly isPostgres: boolean
  /** Another text after any change of the store; null where that cannot be told for sure. */
  mark(): string | null
  /** Waits until `mark` tells of everything that was stored before the call, by whichever server. */
  freshen(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the metadata store and brings its schema up to date: `postgresql://...`, or null for a SQLite file in `dir`.
 * A SQLite file is copied to `metadata-before-<migration>.db` before it is changed.
 * Throws NewerSchemaError when a newer release wrote it.
 */
export async function openMetadata(options: {
  readonly url: string | null
  readonly dir: string
  readonly now: () => Date
}): Promise<MetadataStore> {
  const isPostgres = options.url !== null
  const file = join(options.dir, 'metadata.db')
  const isNew = !isPostgres && !existsSync(file)
  const sqlite = options.url === null ? sqliteStore(file) : null
  const counted = changeMark(() => readCounts(db))
  const dialect = sqlite?.dialect ?? (await postgresStore(options.url ?? '', counted.noteChange))
  const db = new Kysely<Tables>({ dialect })
  try {
    const pending = await pendingMigrations(db as Kysely<unknown>)
    if (pending.length > 0 && !isPostgres && !isNew)
      await backUp(db, join(options.dir, `metadata-before-${pending[0]}.db`))
    await migrate(db as Kysely<unknown>, isPostgres, options.now)
    sqlite?.serve()
  } catch (cause) {
    await db.destroy()
    throw cause
  }
  const { mark, freshen } = sqlite ? { mark: () => sqlite.mark(), freshen: () => Promise.resolve() } : counted
  return { db, isPostgres, mark, freshen, close: () => db.destroy() }
}

async function readCounts(db: MetadataDb): Promise<string> {
  const { rows } = await sql<{ mark: string }>`select sum(changes)::text as mark from change_counts`.execute(db)
  return rows[0]?.mark ?? ''
}

async function backUp(db: MetadataDb, file: string): Promise<void> {
  if (!existsSync(file)) await sql`vacuum into ${sql.lit(file)}`.execute(db)
}
