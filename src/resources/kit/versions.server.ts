import type { MetadataDb } from '../../metadata/open.server.ts'

/** Keeps a saved state of an object under the next number. */
export async function keepVersion(
  db: MetadataDb,
  version: {
    readonly kind: string
    readonly objectId: number
    readonly body: unknown
    readonly userId: number | null
    readonly at: string
  },
): Promise<void> {
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
