import type { MetadataDb } from '../../metadata/open.server.ts'

interface NewVersion {
  readonly kind: string
  readonly objectId: number
  readonly body: unknown
  readonly userId: number | null
  /** ISO text in UTC. */
  readonly at: string
}

/** Keeps the state of an object that was stored without a version, before it is changed for the first time. */
export async function keepFirstVersion(db: MetadataDb, version: NewVersion): Promise<void> {
  const known = await db
    .selectFrom('versions')
    .select('number')
    .where('kind', '=', version.kind)
    .where('object_id', '=', version.objectId)
    .executeTakeFirst()
  if (!known) await keepVersion(db, version)
}

/** The versions of objects go with them. */
export const forgetVersions = (db: MetadataDb, kind: string, ids: readonly number[]) =>
  db
    .deleteFrom('versions')
    .where('kind', '=', kind)
    .where('object_id', 'in', [...ids])
    .execute()

/** Keeps a saved state of an object under the next number. */
export async function keepVersion(db: MetadataDb, version: NewVersion): Promise<void> {
  const last = await db
    .selectFrom('versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('kind', '=', version.kind)
    .where('object_id', '=', version.objectId)
    .executeTakeFirst()
  await db
    .insertInto('versions')
    .values({
      kind: version.kind,
      object_id: version.objectId,
      number: Number(last?.number ?? 0) + 1,
      body: JSON.stringify(version.body),
      user_id: version.userId,
      created_on: version.at,
    })
    .execute()
}
