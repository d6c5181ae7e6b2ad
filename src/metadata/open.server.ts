import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { migrate, pendingMigrations } from './migrate.server.ts'
import { postgresStore } from './postgres-dialect.server.ts'
import { sqliteStore } from './sqlite-dialect.server.ts'
import type { Tables } from './tables.server.ts'

export type MetadataDb = Kysely<Tables>

export interface MetadataStore {
  readonly db: MetadataDb
  readonly isPostgres: boolean
  /** Another text after any change of the store; null where that cannot be told at once. */
  mark(): string | null
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
  const db = new Kysely<Tables>({ dialect: sqlite?.dialect ?? (await postgresStore(options.url ?? '')) })
  try {
    const pending = await pendingMigrations(db as Kysely<unknown>)
    if (pending.length > 0 && !isPostgres && !isNew)
      await backUp(db, join(options.dir, `metadata-before-${pending[0]}.db`))
    await migrate(db as Kysely<unknown>, isPostgres, options.now)
  } catch (cause) {
    await db.destroy()
    throw cause
  }
  return { db, isPostgres, mark: () => sqlite?.mark() ?? null, close: () => db.destroy() }
}

async function backUp(db: MetadataDb, file: string): Promise<void> {
  if (!existsSync(file)) await sql`vacuum into ${sql.lit(file)}`.execute(db)
}
