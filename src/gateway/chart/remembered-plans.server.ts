import type { SqlVerdict } from '../../engines/driver.ts'
import type { ClauseKind } from '../../query/compile/clause.ts'
import type { CompiledQuery, CompileInput } from '../../query/compile/types.ts'
import type { QueryObject } from '../../query/query-object.ts'
import type { AskContext } from './context.server.ts'

/** A query compiled and judged. */
export interface Plan {
  readonly compiled: CompiledQuery
  readonly tables: SqlVerdict['tables']
  /** Nothing in it was made for one request: no template, no rule inside the text of a virtual dataset. */
  readonly isShared: boolean
  /** Custom SQL of the query that the engine's parser looked at: it may judge otherwise when its source changed. */
  readonly checks: readonly (readonly [sql: string, clause: ClauseKind])[]
}
export type PlanExtra = Pick<CompileInput, 'formData' | 'bounds'> & Partial<Pick<CompileInput, 'maxRows'>>

/** All that such a plan depends on, beside the query itself and the clock. */
interface Circumstances extends Pick<AskContext, 'record' | 'driver' | 'timeZone'> {
  readonly rules: string
  /** Who asks, where rules of other tables may be kept inside the text of a virtual dataset. */
  readonly caller: string
  readonly formData: PlanExtra['formData']
  readonly bounds: PlanExtra['bounds']
  readonly maxRows: PlanExtra['maxRows']
}
interface Remembered {
  readonly circumstances: Circumstances
  readonly plan: Plan
  readonly from: number
}

/** For callers with different rules. */
const KEPT_PER_QUERY = 8
const plans = new WeakMap<QueryObject, Remembered[]>()

/** The plan of the same query object, where nothing that it depends on has changed. */
export function rememberedPlan(context: AskContext, query: QueryObject, extra: PlanExtra): Plan | null {
  const known = plans.get(query)
  if (!known) return null
  const now = context.services.now().getTime()
  const wanted = circumstancesOf(context, extra)
  const found = known.find(
    ({ circumstances, plan, from }) => isSame(circumstances, wanted) && from <= now && now <= plan.compiled.sameUntil,
  )
  return found?.plan ?? null
}

/** Keeps a plan for as long as its query object is kept. Only for plans that no template and no rule inside had a part in. */
export function rememberPlan(context: AskContext, query: QueryObject, extra: PlanExtra, plan: Plan): void {
  const from = context.services.now().getTime()
  if (plan.compiled.sameUntil <= from) return
  const circumstances = circumstancesOf(context, extra)
  const others = (plans.get(query) ?? []).filter((known) => !isSame(known.circumstances, circumstances))
  plans.set(query, [...others.slice(1 - KEPT_PER_QUERY), { circumstances, plan, from }])
}

const circumstancesOf = (
  { record, model, driver, rules, caller, timeZone }: AskContext,
  { formData, bounds, maxRows }: PlanExtra,
): Circumstances => ({
  record,
  driver,
  timeZone,
  rules: rules.length === 0 ? '' : JSON.stringify(rules),
  caller: model.sql === null ? '' : JSON.stringify([caller.userId, caller.roles, caller.guest]),
  formData,
  bounds,
  maxRows,
})

/** The record of a dataset is another object after any change of the metadata store. */
const isSame = (a: Circumstances, b: Circumstances) =>
  a.record === b.record &&
  a.driver === b.driver &&
  a.timeZone === b.timeZone &&
  a.rules === b.rules &&
  a.caller === b.caller &&
  a.formData === b.formData &&
  a.bounds === b.bounds &&
  a.maxRows === b.maxRows
