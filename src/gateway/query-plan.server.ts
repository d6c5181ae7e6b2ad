import type { Row } from '../metadata/tables.server.ts'
import { type Dialect, qualifiedName } from '../query/dialect.ts'
import type { TableRule } from '../query/sql/guard.ts'
import { limitOf } from '../query/sql/limit.ts'
import { Problem } from '../wire/problem.ts'
import { checkAccess, type JudgedSql, judgeSql } from './check-access.server.ts'
import { type LimitingFactor, plannedFactor } from './limits.ts'
import { type Asking, guardStatement, namedIn, rowGuard } from './row-guard.server.ts'
import type { TableName } from './table-places.server.ts'

export interface PlannedStatement {
  /** The statement as its writer wrote it, and as it is shown. */
  readonly sql: string
  /** The text that the engine gets: with row-level rules, and CREATE ... AS before it. */
  readonly run: string
  /** Where the statement lies in the rendered text. */
  readonly from: number
  readonly to: number
  readonly returnsRows: boolean
  /** It changes nothing but the session that the statements share. */
  readonly isSetting: boolean
  readonly ownLimit: number | null
}
export interface QueryPlan {
  readonly statements: readonly PlannedStatement[]
  readonly tables: readonly TableName[]
  readonly limitingFactor: LimitingFactor
  /** Row-level rules that the statements keep. */
  readonly rules: readonly TableRule[]
  /** The SELECT of a CREATE ... AS, and the object that it makes. */
  readonly created: { readonly table: string; readonly schema: string | null; readonly selectSql: string } | null
}

export interface PlanRequest {
  readonly sql: string
  readonly catalog: string | null
  readonly schema: string | null
  readonly allowedRows: number
  readonly createAs: { readonly method: 'TABLE' | 'VIEW'; readonly table: string } | null
}

/** Judges rendered SQL against the caller's rights and the database's switches, and says what will run. */
export async function planQuery(context: Asking, request: PlanRequest): Promise<QueryPlan> {
  const { services, driver, dialect, database, caller, signal } = context
  const judged = await judgeSql(driver, dialect, request.sql, signal, request)
  if (!judged.isReadOnly && database.allow_dml === 0)
    throw new Problem(
      403,
      'This database does not allow changing data or its structure. An administrator can allow it.',
      {
        type: 'DML_NOT_ALLOWED_ERROR',
      },
    )
  await checkAccess(
    services.db,
    driver,
    caller,
    database,
    { ...judged, isReadOnly: judged.isReadOnly && !request.createAs },
    request,
  )
  const path = { catalog: request.catalog, schema: request.schema ?? (await driver.defaultSchema()) }
  const named = judged.statements.flatMap(({ sql }) => namedIn(sql, dialect))
  const guard = await rowGuard(context, [...judged.tables, ...named], path)
  const statements: PlannedStatement[] = []
  for (const statement of judged.statements) {
    const { sql, from, to, kind } = statement
    statements.push({
      sql,
      from,
      to,
      run: await guardStatement(context, statement, guard, path),
      returnsRows: kind === 'select' || kind === 'show' || kind === 'explain',
      isSetting: kind === 'set',
      ownLimit: kind === 'select' ? limitOf(sql, dialect.lexicon) : null,
    })
  }
  const last = statements.at(-1)
  const plan = {
    statements,
    tables: judged.tables,
    limitingFactor: plannedFactor(last?.ownLimit ?? null, request.allowedRows),
    rules: guard.rules,
    created: null,
  }
  return request.createAs ? withCreate(plan, judged, request, request.createAs, database, dialect) : plan
}

function withCreate(
  plan: QueryPlan,
  judged: JudgedSql,
  request: PlanRequest,
  createAs: NonNullable<PlanRequest['createAs']>,
  database: Row<'databases'>,
  dialect: Dialect,
): QueryPlan {
  refuseCreate(judged, createAs.method, database)
  const last = plan.statements.at(-1)
  if (!last) return plan
  const schema = database.force_ctas_schema ?? request.schema
  const name = qualifiedName(dialect, [schema, createAs.table])
  const statement: PlannedStatement = {
    ...last,
    sql: `CREATE ${createAs.method} ${name} AS\n${last.sql}`,
    run: `CREATE ${createAs.method} ${name} AS\n${last.run}`,
    returnsRows: false,
    ownLimit: null,
  }
  return {
    ...plan,
    statements: [...plan.statements.slice(0, -1), statement],
    created: { table: createAs.table, schema, selectSql: `SELECT *\nFROM ${name}` },
  }
}

function refuseCreate(judged: JudgedSql, method: 'TABLE' | 'VIEW', database: Row<'databases'>): void {
  const isAllowed = method === 'TABLE' ? database.allow_ctas === 1 : database.allow_cvas === 1
  const type = method === 'TABLE' ? 'INVALID_CTAS_QUERY_ERROR' : 'INVALID_CVAS_QUERY_ERROR'
  if (!isAllowed) throw new Problem(403, `CREATE ${method} AS is not allowed on this database.`, { type })
  if (judged.statements.at(-1)?.kind !== 'select')
    throw new Problem(400, `CREATE ${method} AS needs a SELECT as its last statement.`, { type })
  if (method === 'VIEW' && judged.statements.length !== 1)
    throw new Problem(400, 'CREATE VIEW AS needs exactly one statement.', { type })
}
