import type { Services } from '../../gateway/services.server.ts'
import { whileUnchanged } from '../../gateway/while-unchanged.server.ts'
import type { Caller } from '../../wire/caller.ts'

type Pictured = 'chart' | 'dashboard'
type Marking = Pick<Services, 'db' | 'metadataMark' | 'sign'>

/**
 * A mark of all that decides which rows a caller sees: who they are, what their roles grant, and the row-level rules.
 * No two callers have the same one, and it is another after any change of these.
 */
export async function rightsMark(services: Marking, caller: Caller): Promise<string> {
  const { db, sign } = services
  const rules = await whileUnchanged(services, 'every row rule', async () => [
    await db.selectFrom('row_rules').select(['id', 'clause', 'filter_type', 'group_key']).orderBy('id').execute(),
    await db.selectFrom('row_rule_roles').selectAll().orderBy('rule_id').orderBy('role_id').execute(),
    await db.selectFrom('row_rule_datasets').selectAll().orderBy('rule_id').orderBy('dataset_id').execute(),
  ])
  const { kind, userId, isAdmin, roles, guest } = caller
  const pairs = caller.pairs().map((pair) => pair.join('\n'))
  return sign(JSON.stringify([kind, userId, guest, isAdmin, roles.map(({ id }) => id), pairs.toSorted(), rules]))
}

/** The name of the picture of a saved state under a mark of rights, with what else decides how it looks. */
export const pictureDigest = (
  { sign }: Pick<Services, 'sign'>,
  kind: Pictured,
  { id, changed_on }: { readonly id: number; readonly changed_on: string },
  mark: string,
  wishes: unknown = null,
): string => sign(JSON.stringify(['picture', kind, id, changed_on, mark, wishes])).slice(0, 40)

/** Where the picture of a saved state is. */
export const thumbnailUrl = (kind: Pictured, id: number, digest: string) => `/api/v1/${kind}/${id}/thumbnail/${digest}/`
