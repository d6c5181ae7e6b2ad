import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { changeStamps, newStamps } from '../kit/stamps.server.ts'
import type { ThemeBody } from './theme-body.ts'

export type Theme = Row<'themes'>

/** Why the caller may not change a theme, or true: its maker and administrators may, the product's own nobody. */
export function mayChangeTheme(theme: Theme, caller: Caller): true | Problem {
  if (theme.is_system === 1) return new Problem(403, 'Forbidden')
  if (caller.isAdmin) return true
  const isForAll = theme.is_system_default === 1 || theme.is_system_dark === 1
  return !isForAll && theme.created_by !== null && theme.created_by === caller.userId
    ? true
    : new Problem(403, 'Forbidden')
}

export const findTheme = async ({ db }: Pick<Services, 'db'>, id: number): Promise<Theme | null> =>
  (await db.selectFrom('themes').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

/** Stores a theme under a uuid of its own, or one that an archive gives. */
export const insertTheme = (services: Services, body: ThemeBody, userId: number | null, uuid?: string) =>
  services.db
    .insertInto('themes')
    .values({
      ...body,
      uuid: uuid ?? crypto.randomUUID(),
      is_system: 0,
      is_system_default: 0,
      is_system_dark: 0,
      ...newStamps(services, userId),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateTheme = (services: Services, id: number, body: ThemeBody, userId: number | null) =>
  services.db
    .updateTable('themes')
    .set({ ...body, ...changeStamps(services, userId) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes themes; dashboards that had one have none any more. Throws 422 for the look of the installation. */
export async function deleteThemes({ db }: Services, ids: readonly number[]): Promise<void> {
  const wanted = [...ids]
  await db.transaction().execute(async (trx) => {
    const used = await trx
      .selectFrom('themes')
      .select('id')
      .where('id', 'in', wanted)
      .where((e) => e.or([e('is_system_default', '=', 1), e('is_system_dark', '=', 1)]))
      .executeTakeFirst()
    if (used) throw new Problem(422, 'Cannot delete a theme that is the look of the installation.')
    await trx.updateTable('dashboards').set({ theme_id: null }).where('theme_id', 'in', wanted).execute()
    await trx.deleteFrom('themes').where('id', 'in', wanted).execute()
  })
}

/** Makes a theme the look of the installation, or with null none. */
export async function setSystemTheme(
  { db }: Services,
  side: 'is_system_default' | 'is_system_dark',
  id: number | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('themes')
      .set({ [side]: 0 })
      .where(side, '=', 1)
      .execute()
    if (id !== null)
      await trx
        .updateTable('themes')
        .set({ [side]: 1 })
        .where('id', '=', id)
        .execute()
  })
}
