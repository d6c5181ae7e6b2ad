import { inPortions } from '../../metadata/in-portions.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import { ownsObject } from '../../metadata/owners.server.ts'
import { readableDatasets, visibleCharts, visibleDashboards } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'

export type Kind = 'query' | 'chart' | 'dashboard' | 'dataset'

/** Kinds by the number that addresses use. */
const KINDS: readonly (Kind | undefined)[] = [undefined, 'query', 'chart', 'dashboard', 'dataset']

/** One object that may carry tags. */
export interface Tagged {
  readonly kind: Kind
  readonly id: number
}

const notProcessed = () => new Problem(422, 'Could not process entity')

export const kindOf = (name: string): Kind | null => KINDS.find((kind) => kind === name) ?? null

/** The kind of a number in an address; throws 422 for none. */
export function kindOfNumber(type: number): Kind {
  const kind = KINDS[type]
  if (!kind) throw new Problem(422, 'Invalid tag')
  return kind
}

/** Ids of the objects of a kind that the caller may see, of those asked for. */
export async function visibleIds(
  db: MetadataDb,
  kind: Kind,
  ids: readonly number[],
  caller: Caller,
): Promise<number[]> {
  const asked = ids.filter((id) => id > 0 && id < 2 ** 31).toSorted((a, b) => a - b)
  const rows = await inPortions(asked, (portion) =>
    selectVisible(db, kind, caller).where('id', 'in', portion).execute(),
  )
  return rows.map((row) => row.id)
}

function selectVisible(db: MetadataDb, kind: Kind, caller: Caller) {
  if (kind === 'chart') return db.selectFrom('charts').where(visibleCharts(caller)).select('id')
  if (kind === 'dashboard')
    return db.selectFrom('dashboards').where(visibleDashboards(caller)).select('id') as never as IdSelect
  if (kind === 'dataset')
    return db.selectFrom('datasets').where(readableDatasets(caller)).select('id') as never as IdSelect
  return db
    .selectFrom('saved_queries')
    .where('user_id', '=', caller.userId ?? 0)
    .select('id') as never as IdSelect
}
const chartIds = (db: MetadataDb) => db.selectFrom('charts').select('id')
type IdSelect = ReturnType<typeof chartIds>

/** Whether the caller may change an object that they may see. */
export async function mayChange(db: MetadataDb, { kind, id }: Tagged, caller: Caller): Promise<boolean> {
  return kind === 'query' || ownsObject(db, kind, id, caller)
}

/** The objects that a body names; throws 422 for what nobody has or the caller may not see. */
export async function namedObjects(
  db: MetadataDb,
  pairs: readonly (readonly [string, number])[],
  caller: Caller,
): Promise<Tagged[]> {
  const wanted = pairs.map(([name, id]) => {
    const kind = kindOf(name)
    if (!kind) throw notProcessed()
    return { kind, id }
  })
  for (const kind of new Set(wanted.map((object) => object.kind))) {
    const ids = [...new Set(wanted.filter((object) => object.kind === kind).map(({ id }) => id))]
    if ((await visibleIds(db, kind, ids, caller)).length < ids.length) throw notProcessed()
  }
  return wanted
}
