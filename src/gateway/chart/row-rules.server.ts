import type { MetadataDb } from '../../metadata/open.server.ts'
import type { RowRule } from '../../query/compile/types.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Services } from '../services.server.ts'
import { whileUnchanged } from '../while-unchanged.server.ts'

/**
 * Row-level rules that hold for the caller on a dataset: Regular ones of the caller's roles, Base ones for everybody
 * else; rules of one group are alternatives, groups are all kept. A guest's own clauses are kept too.
 */
export async function rowRulesOf(
  services: Pick<Services, 'db' | 'metadataMark'>,
  datasetId: number,
  caller: Held,
): Promise<readonly RowRule[]> {
  const rows = await whileUnchanged(services, `row rules ${datasetId}`, () =>
    storedRules(services.db).where('row_rule_datasets.dataset_id', '=', datasetId).execute(),
  )
  return rulesThatHold(rows, datasetId, caller)
}

/** As `rowRulesOf`, for each of the datasets, in one statement however many they are. */
export async function rowRulesOfAll(
  services: Pick<Services, 'db' | 'metadataMark'>,
  datasetIds: readonly number[],
  caller: Held,
): Promise<ReadonlyMap<number, readonly RowRule[]>> {
  // Whatever names the datasets makes SQLite look for each of them under each rule.
  const byDataset = await whileUnchanged(services, 'row rules', async () =>
    Map.groupBy(await storedRules(services.db).execute(), (row) => row.dataset_id),
  )
  return new Map(datasetIds.map((id) => [id, rulesThatHold(byDataset.get(id) ?? [], id, caller)]))
}

/** What decides which rules hold. */
type Held = Pick<Caller, 'roles' | 'guest'>

interface StoredRule {
  readonly id: number
  readonly clause: string
  readonly filter_type: string
  readonly group_key: string | null
  readonly role_id: number | null
}

function rulesThatHold(rows: readonly StoredRule[], datasetId: number, caller: Held): readonly RowRule[] {
  const mine = new Set(caller.roles.map((role) => role.id))
  const byRule = new Map<number, { clause: string; isRegular: boolean; group: string | null; holdsRole: boolean }>()
  for (const row of rows) {
    const have = byRule.get(row.id)
    const holdsRole = (have?.holdsRole ?? false) || (row.role_id !== null && mine.has(row.role_id))
    byRule.set(row.id, {
      clause: row.clause,
      isRegular: row.filter_type === 'Regular',
      group: row.group_key || null,
      holdsRole,
    })
  }
  const groups = new Map<string, string[]>()
  for (const [id, rule] of byRule) {
    if (rule.isRegular !== rule.holdsRole) continue
    const key = rule.group ?? `rule ${id}`
    groups.set(key, [...(groups.get(key) ?? []), `(${rule.clause})`])
  }
  const guest = (caller.guest?.rls ?? []).filter((rule) => rule.dataset === null || rule.dataset === datasetId)
  return [
    ...[...groups.values()].map((clauses) => ({ predicate: clauses.join(' OR ') })),
    ...guest.map((rule) => ({ predicate: rule.clause })),
  ]
}

const storedRules = (db: MetadataDb) =>
  db
    .selectFrom('row_rule_datasets')
    .innerJoin('row_rules', 'row_rules.id', 'row_rule_datasets.rule_id')
    .leftJoin('row_rule_roles', 'row_rule_roles.rule_id', 'row_rules.id')
    .select([
      'row_rule_datasets.dataset_id',
      'row_rules.id',
      'row_rules.clause',
      'row_rules.filter_type',
      'row_rules.group_key',
      'row_rule_roles.role_id',
    ])
    .orderBy('row_rules.id')
