import { DIALECTS } from '../../engines/dialects.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Row, RowPatch } from '../../metadata/tables.server.ts'
import { STANDARD_LEXICON } from '../../query/dialect.ts'
import { clauseFault } from '../../query/sql/clause-fault.ts'
import type { Caller } from '../../wire/caller.ts'
import { invalidFields, Problem } from '../../wire/problem.ts'
import { knownIds } from '../kit/known-ids.server.ts'

import type { RowRuleBody, RowRulePatch } from './contract.ts'

type Rule = Row<'row_rules'>

export const findRule = async ({ db }: Services, id: number): Promise<Rule | null> =>
  (await db.selectFrom('row_rules').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

export async function insertRule(services: Services, body: RowRuleBody, caller: Caller): Promise<number> {
  await refuseFaults(services.db, body, null)
  const at = services.now().toISOString()
  return services.db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('row_rules')
      .values({
        name: body.name,
        description: body.description ?? null,
        filter_type: body.filter_type,
        group_key: body.group_key ?? null,
        clause: body.clause,
        created_on: at,
        changed_on: at,
        created_by: caller.userId,
        changed_by: caller.userId,
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw taken()
    await link(trx, made.id, body)
    return made.id
  })
}

const FIELDS = ['name', 'description', 'filter_type', 'group_key', 'clause'] as const

export async function updateRule(services: Services, rule: Rule, body: RowRulePatch, caller: Caller): Promise<void> {
  await refuseFaults(services.db, body, rule)
  const patch: RowPatch<'row_rules'> = { changed_on: services.now().toISOString(), changed_by: caller.userId }
  for (const name of FIELDS) if (body[name] !== undefined) Object.assign(patch, { [name]: body[name] })
  await services.db.transaction().execute(async (trx) => {
    await trx.updateTable('row_rules').set(patch).where('id', '=', rule.id).execute()
    await link(trx, rule.id, body)
  })
}

export async function deleteRules({ db }: Services, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of ['row_rule_roles', 'row_rule_datasets'] as const)
      await trx
        .deleteFrom(table)
        .where('rule_id', 'in', [...ids])
        .execute()
    await trx
      .deleteFrom('row_rules')
      .where('id', 'in', [...ids])
      .execute()
  })
}

/** Replaces the datasets and roles of a rule by those that the body names. */
async function link(db: MetadataDb, rule_id: number, { tables, roles }: RowRulePatch): Promise<void> {
  if (tables) {
    await db.deleteFrom('row_rule_datasets').where('rule_id', '=', rule_id).execute()
    const rows = [...new Set(tables)].map((dataset_id) => ({ rule_id, dataset_id }))
    await db.insertInto('row_rule_datasets').values(rows).execute()
  }
  if (roles) {
    await db.deleteFrom('row_rule_roles').where('rule_id', '=', rule_id).execute()
    const rows = [...new Set(roles)].map((role_id) => ({ rule_id, role_id }))
    if (rows.length > 0) await db.insertInto('row_rule_roles').values(rows).execute()
  }
}

async function refuseFaults(db: MetadataDb, body: RowRulePatch, rule: Rule | null): Promise<void> {
  if (body.name !== undefined) await refuseTaken(db, body.name, rule)
  const { tables, roles } = body
  if (tables && (await knownIds(db, 'datasets', tables)).length < new Set(tables).size)
    throw new Problem(422, 'Datasource does not exist')
  if (roles && (await knownIds(db, 'roles', roles)).length < new Set(roles).size)
    throw new Problem(422, 'Some roles do not exist')
  if (body.clause !== undefined || tables) await refuseClause(db, body, rule)
}

const taken = () => invalidFields({ name: ['Already exists.'] }, 422)

async function refuseTaken(db: MetadataDb, name: string, rule: Rule | null): Promise<void> {
  const known = await db.selectFrom('row_rules').select('id').where('name', '=', name).executeTakeFirst()
  if (known && known.id !== rule?.id) throw taken()
}

/** The clause must be whole in the words of every engine that it is used on. */
async function refuseClause(db: MetadataDb, body: RowRulePatch, rule: Rule | null): Promise<void> {
  const clause = body.clause ?? rule?.clause ?? ''
  const datasetIds = body.tables ?? (await datasetsOf(db, rule?.id ?? 0))
  const rows = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .where('datasets.id', 'in', [-1, ...datasetIds])
    .select('databases.engine')
    .distinct()
    .execute()
  const lexicons = rows.map((row) => DIALECTS.find(({ id }) => id === row.engine)?.lexicon ?? STANDARD_LEXICON)
  for (const lexicon of lexicons.length > 0 ? lexicons : [STANDARD_LEXICON]) {
    const fault = clauseFault(clause, lexicon)
    if (fault) throw invalidFields({ clause: [fault] })
  }
}

async function datasetsOf(db: MetadataDb, ruleId: number): Promise<number[]> {
  const rows = await db.selectFrom('row_rule_datasets').select('dataset_id').where('rule_id', '=', ruleId).execute()
  return rows.map((row) => row.dataset_id)
}
