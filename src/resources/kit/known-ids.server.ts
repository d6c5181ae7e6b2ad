import type { MetadataDb } from '../../metadata/open.server.ts'
import { notFound } from '../../wire/problem.ts'
import type { TableName } from './list.server.ts'

const LARGEST = 2_147_483_647

/** Those of the ids that rows of a table have, each once. */
export async function knownIds(db: MetadataDb, table: TableName, ids: readonly number[]): Promise<number[]> {
  const asked = [...new Set(ids)].filter((id) => id > 0 && id <= LARGEST)
  if (asked.length === 0) return []
  const rows = await db
    .selectFrom(table as 'roles')
    .select('id')
    .where('id', 'in', asked)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The ids of a bulk call, each once; throws 404 unless every one is known. */
export async function allKnownIds(db: MetadataDb, table: TableName, ids: readonly number[]): Promise<number[]> {
  const known = await knownIds(db, table, ids)
  if (known.length === 0 || known.length < new Set(ids).size) throw notFound()
  return known
}
