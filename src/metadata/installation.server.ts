import { sql } from 'kysely'
import type { MetadataDb } from './open.server.ts'

/** A text that every server of one metadata store reads, and the servers of another hardly: when the store was made. */
export async function installationOf(db: MetadataDb): Promise<string> {
  const { rows } = await sql<{
    made_on: string
  }>`select min(applied_on) as made_on from schema_migrations`.execute(db)
  return rows[0]?.made_on ?? ''
}
