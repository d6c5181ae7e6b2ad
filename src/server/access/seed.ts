import { portionsOf } from '../../kernel/portions.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import { ROLES } from './roles.ts'

/**
 * Makes the built-in roles and pairs. Idempotent: what an administrator gave or took stays; a pair that a release adds
 * reaches the roles of the table once, and Admin holds every pair at each start.
 */
export async function seedAccess(db: MetadataDb): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { ids, added } = await seedPairs(trx)
    const known = new Map((await trx.selectFrom('roles').select(['id', 'name']).execute()).map((r) => [r.name, r.id]))
    for (const [name, pairs] of Object.entries(ROLES)) {
      const isKnown = known.has(name)
      const wanted = pairs
        .map(([permission, view]) => keyOf(permission, view))
        .filter((key) => !isKnown || name === 'Admin' || added.has(key))
        .flatMap((key) => ids.get(key) ?? [])
      await grant(trx, known.get(name) ?? (await addRole(trx, name)), new Set(wanted))
    }
  })
}

async function grant(db: MetadataDb, roleId: number, wanted: Set<number>): Promise<void> {
  if (wanted.size === 0) return
  const held = await db.selectFrom('role_pairs').select('pair_id').where('role_id', '=', roleId).execute()
  for (const { pair_id } of held) wanted.delete(pair_id)
  const rows = [...wanted].map((pair_id) => ({ role_id: roleId, pair_id }))
  for (const portion of portionsOf(rows)) await db.insertInto('role_pairs').values(portion).execute()
}

async function addRole(db: MetadataDb, name: string): Promise<number> {
  return (await db.insertInto('roles').values({ name }).returning('id').executeTakeFirstOrThrow()).id
}

async function seedPairs(db: MetadataDb): Promise<{ ids: Map<string, number>; added: Set<string> }> {
  const ids = await pairIds(db)
  const missing = new Map<string, { permission: string; view: string }>()
  for (const [permission, view] of Object.values(ROLES).flat())
    if (!ids.has(keyOf(permission, view))) missing.set(keyOf(permission, view), { permission, view })
  const rows = [...missing.values()]
  for (const portion of portionsOf(rows)) await db.insertInto('pairs').values(portion).execute()
  return { ids: rows.length === 0 ? ids : await pairIds(db), added: new Set(missing.keys()) }
}

async function pairIds(db: MetadataDb): Promise<Map<string, number>> {
  const pairs = await db.selectFrom('pairs').selectAll().execute()
  return new Map(pairs.map((pair) => [keyOf(pair.permission, pair.view), pair.id]))
}

const keyOf = (permission: string, view: string) => `${permission}\n${view}`
