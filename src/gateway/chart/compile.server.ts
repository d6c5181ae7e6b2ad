import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SqlVerdict } from '../../engines/driver.ts'
import type { ClauseKind } from '../../query/compile/clause.ts'
import { compileQuery } from '../../query/compile/compile.ts'
import { emptyQuery } from '../../query/compile/empty-query.ts'
import type { CompileInput } from '../../query/compile/types.ts'
import { GENERIC } from '../../query/generic-type.ts'
import type { Column, Metric, QueryObject } from '../../query/query-object.ts'
import { queryObjectCodec } from '../../query/query-wire.ts'
import { Problem } from '../../wire/problem.ts'
import { judgeSql } from '../check-access.server.ts'
import { guardStatement, namedIn, rowGuard } from '../row-guard.server.ts'
import { ruledDatasets } from '../ruled-tables.server.ts'
import type { AskContext } from './context.server.ts'
import { type Plan, type PlanExtra, rememberedPlan, rememberPlan } from './remembered-plans.server.ts'
import { chartRenderer } from './templates.server.ts'

const MOST_EXPRESSIONS = 1000
/** Refusals of longer statements are about what was asked, not about rights. */
const LONG_CHARACTERS = 100_000

/** A query as the engine will be asked, with the version of the tables it reads. */
export interface PlannedQuery extends Plan {
  /** Null where the engine cannot tell whether its tables changed. */
  readonly version: string | null
}

/** Compiles a query and lets the engine's own parser judge the whole text, unless both were done for the same before. */
export async function planQuery(context: AskContext, query: QueryObject, extra: PlanExtra): Promise<PlannedQuery> {
  const known = rememberedPlan(context, query, extra)
  for (const [sql, clause] of known?.checks ?? []) await checkExpression(context, sql, clause)
  const plan = known ?? (await makePlan(context, query, extra))
  return { ...plan, version: await context.driver.version(plan.tables) }
}

async function makePlan(context: AskContext, query: QueryObject, extra: PlanExtra): Promise<Plan> {
  const { model, dialect, rules, services } = context
  refuseManyExpressions(query)
  const checks: Plan['checks'][number][] = []
  let isOnlyTheirs = false
  const render = chartRenderer(context, extra.formData ?? null)
  const compiled = await compileQuery({
    dataset: model,
    query,
    dialect,
    now: services.now(),
    timeZone: context.timeZone,
    rules,
    maxRows: services.conf.SQL_MAX_ROW,
    ...extra,
    render: (sql, scope) => {
      isOnlyTheirs = true
      return render(sql, scope)
    },
    guardTables: async (sql) => {
      const guarded = await guardVirtual(context, sql)
      isOnlyTheirs ||= guarded !== null
      return guarded ?? sql
    },
    isTemporal: (sql) => givesTime(context, sql),
    checker: {
      checkExpression: (sql, clause) => {
        checks.push([sql, clause])
        return checkExpression(context, sql, clause)
      },
    },
  } satisfies CompileInput)
  const { tables } = await judged(context, compiled.sql)
  const plan = { compiled, tables, checks, isShared: !isOnlyTheirs }
  if (plan.isShared) rememberPlan(context, query, extra, plan)
  return plan
}

const PROBE_TIMEOUT_MS = 30_000
/** What a template could be read from once more. */
const TEMPLATE = /\{[{%#]/

/**
 * Whether SQL of the question's own gives times, as the database tells without its rows; a grain is for times alone. True
 * where it cannot tell.
 */
async function givesTime(context: AskContext, sql: string): Promise<boolean> {
  if (TEMPLATE.test(sql)) return true
  const { driver, record, signal, caller } = context
  const { schema, catalog } = record.dataset
  const column = { expressionType: 'SQL', sqlExpression: sql, label: 'axis' }
  const query = queryObjectCodec.parse({ columns: [column], metrics: [], row_limit: 1 })
  try {
    const { compiled } = await planQuery(context, query, {})
    const asked = {
      maxRows: 0,
      timeoutMs: PROBE_TIMEOUT_MS,
      cells: 'chart',
      shape: 'columns',
      schema,
      catalog,
    } as const
    const probe = {
      ...asked,
      sql: emptyQuery(compiled.sql),
      user: caller.username,
      lane: 'interactive',
      signal,
    } as const
    const generic = (await driver.run(probe)).columns[0]?.generic ?? null
    return generic === null || generic === GENERIC.time
  } catch (cause) {
    if (cause instanceof Problem) return true
    throw cause
  }
}

/** The text of a virtual dataset, in which tables with rules of their own are read through them; null where no table has any. */
async function guardVirtual(context: AskContext, sql: string): Promise<string | null> {
  const { services, driver, dialect, signal } = context
  const { database, dataset } = context.record
  // A guest's clause for every dataset is kept around the whole text.
  const guest = context.caller.guest
  const rls = guest?.rls.filter((rule) => rule.dataset !== null) ?? []
  const caller = { ...context.caller, guest: guest && { ...guest, rls } }
  if ((await ruledDatasets(services, database.id, caller)).length === 0) return null
  const path = { catalog: dataset.catalog, schema: dataset.schema ?? (await driver.defaultSchema()) }
  const { statements, tables } = await judgeSql(driver, dialect, sql, signal, path)
  const [statement, second] = statements
  if (!statement || second) return sql
  const asking = { services, caller, database, driver, dialect, signal }
  const guard = await rowGuard(asking, [...tables, ...namedIn(statement.sql, dialect)], path)
  return guardStatement(asking, statement, guard, path)
}

const verdicts = new LRUCache<string, SqlVerdict>({ max: 5_000 })

/** The parser's verdict on a text, remembered. Throws what it refuses. */
async function judged(context: AskContext, sql: string): Promise<SqlVerdict> {
  const { database, dataset } = context.record
  const { catalog, schema } = dataset
  const key = createHash('sha256')
    .update(`${database.id}\n${catalog ?? ''}\n${schema ?? ''}\n${sql}`)
    .digest('base64')
  const have = verdicts.get(key)
  const verdict = have ?? (await context.driver.judge(sql, context.signal, schema, catalog))
  if (verdict.refusals.length > 0) throw refusal(sql, verdict)
  if (!verdict.isReadOnly || verdict.statements.length !== 1)
    throw new Problem(400, 'Error: Only a single SELECT statement is allowed')
  // The verdict holds the text.
  if (!have && sql.length <= LONG_CHARACTERS) verdicts.set(key, verdict)
  return verdict
}

function refusal(sql: string, { refusals }: SqlVerdict): Problem {
  if (sql.length <= LONG_CHARACTERS) return new Problem(403, refusals.join('\n'), { envelope: 'message' })
  const text = `Error: The columns, metrics and filter values make a statement of ${sql.length} characters, which the database refuses: ${refusals.join(' ')}`
  return new Problem(400, text, { envelope: 'message' })
}

/** Each expression is judged by the engine's parser, so their number is bounded. */
function refuseManyExpressions({ columns, metrics, filters }: QueryObject): void {
  const own = [...columns, ...(metrics ?? []), ...filters.map(({ column }) => column)].filter(isExpression)
  if (own.length <= MOST_EXPRESSIONS) return
  const text = `columns, metrics, filters: at most ${MOST_EXPRESSIONS} may be custom SQL, not ${own.length}.`
  throw new Problem(400, `Error: ${text}`, { envelope: 'message' })
}

const isExpression = (one: Column | Metric) =>
  typeof one !== 'string' && one.kind !== 'simple' && !(one.kind === 'column' && one.isColumnReference)

async function checkExpression(context: AskContext, sql: string, clause: ClauseKind): Promise<void> {
  try {
    const verdict = await judgedExpression(context, sql, clause)
    if (verdict.refusals.length > 0) throw new Problem(400, `Error: ${verdict.refusals.join('\n')}`)
    if (verdict.statements.length !== 1 || verdict.tables.length > 0)
      throw new Problem(400, 'Error: Custom SQL fields cannot contain sub-queries.')
  } catch (cause) {
    if (cause instanceof Problem && cause.detail.type === 'SYNTAX_ERROR')
      throw new Problem(422, cause.message, { type: 'INVALID_SQL_ERROR', extra: { sql }, cause })
    throw cause
  }
}

/** An engine that looks names up to judge is asked again with the columns of the dataset. */
async function judgedExpression(
  { driver, dialect, record, model, signal }: AskContext,
  sql: string,
  clause: ClauseKind,
): Promise<SqlVerdict> {
  const { catalog, schema } = record.dataset
  const statement = (from: string) =>
    clause === 'where' ? `SELECT 1${from} WHERE (${sql}\n)` : `SELECT (${sql}\n)${from}`
  try {
    return await driver.judge(statement(''), signal, schema, catalog)
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.detail.type !== 'COLUMN_DOES_NOT_EXIST_ERROR') throw cause
    const columns = model.columns.map((column) => `NULL AS ${dialect.quoteIdentifier(column.name)}`)
    const name = dialect.quoteIdentifier(model.sql === null ? model.name : 'virtual_table')
    const from = ` FROM (SELECT ${columns.join(', ') || '1'}) AS ${name}`
    return driver.judge(statement(from), signal, schema, catalog)
  }
}
