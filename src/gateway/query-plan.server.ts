import type { Driver } from '../engines/driver.ts'
import type { Row } from '../metadata/tables.server.ts'
import { type Dialect, qualifiedName } from '../query/dialect.ts'
import type { TableRule } from '../query/sql/guard.ts'
import { limitOf } from '../query/sql/limit.ts'
import { Problem } from '../wire/problem.ts'
import { checkAccess, type JudgedSql, type JudgedStatement, judgeSql } from './check-access.server.ts'
import { type LimitingFactor, plannedFactor } from './limits.ts'
import { type Asking, guardStatement, namedIn, type RowGuard, rowGuard } from './row-guard.server.ts'
import { endsInTransaction, refuseUnkept } from './script-transaction.ts'
import type { NamePath, TableName } from './table-places.server.ts'

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
  /** It begins or ends a transaction of the statements around it. */
  readonly isTransaction: boolean
  /** It only says where the names after it are looked up, or gives a text a name, and runs nowhere. */
  readonly isPlace: boolean
  /** Where its names are looked up; null for where the run says. */
  readonly path: NamePath | null
  readonly ownLimit: number | null
}
export interface QueryPlan {
  readonly statements: readonly PlannedStatement[]
  readonly tables: readonly TableName[]
  readonly limitingFactor: LimitingFactor
  readonly isReadOnly: boolean
  /** Changes that no COMMIT follows, so that they are taken back. */
  readonly isTakenBack: boolean
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
  const judged = await judgeSql(driver, dialect, request.sql, signal, request, true)
  if (!judged.isReadOnly && database.allow_dml === 0)
    throw new Problem(
      403,
      'This database does not allow changing data or its structure. An administrator can allow it.',
      {
        type: 'DML_NOT_ALLOWED_ERROR',
      },
    )
  const isOpenAtEnd = endsInTransaction(judged.statements, dialect)
  if (driver.inSession === null) refuseUnkept(judged.statements, judged.isReadOnly)
  await checkAccess(
    services.db,
    driver,
    caller,
    database,
    { ...judged, isReadOnly: judged.isReadOnly && !request.createAs },
    request,
  )
  const guards = await guardsOf(context, judged.statements)
  const rules = [...guards.values()].flatMap((guard) => guard.rules)
  const statements: PlannedStatement[] = []
  for (const statement of judged.statements) {
    const guard = guards.get(statement.path)
    // A setting holds for every statement after it, wherever that looks up its names.
    const held = guard && statement.kind === 'set' ? { ...guard, rules } : guard
    statements.push(await planned(context, statement, held, request))
  }
  const last = statements.at(-1)
  const plan = {
    statements,
    tables: judged.tables,
    limitingFactor: plannedFactor(last?.ownLimit ?? null, request.allowedRows),
    isReadOnly: judged.isReadOnly,
    isTakenBack: isOpenAtEnd && !judged.isReadOnly,
    rules,
    created: null,
  }
  return request.createAs ? withCreate(plan, judged, request, request.createAs, database, dialect) : plan
}

async function planned(
  context: Asking,
  statement: JudgedStatement,
  guard: RowGuard | undefined,
  request: PlanRequest,
): Promise<PlannedStatement> {
  const { sql, from, to, kind, isPlace, path } = statement
  const isBare = isPlace || guard === undefined
  return {
    sql,
    from,
    to,
    run: isBare ? sql : await guardStatement(context, statement, guard, await wholePath(context.driver, path)),
    returnsRows: kind === 'select' || kind === 'show' || kind === 'explain',
    isSetting: kind === 'set' && !isPlace,
    isTransaction: kind === 'transaction',
    isPlace,
    path: path === request ? null : path,
    ownLimit: kind === 'select' ? limitOf(sql, context.dialect.lexicon) : null,
  }
}

const wholePath = async (driver: Driver, { catalog, schema }: NamePath): Promise<NamePath> => ({
  catalog,
  schema: schema ?? (await driver.defaultSchema()),
})

/** The row-level rules on the tables of statements, for each place where names are looked up. */
async function guardsOf(asking: Asking, statements: readonly JudgedStatement[]): Promise<Map<NamePath, RowGuard>> {
  const guards = new Map<NamePath, RowGuard>()
  for (const { path } of statements) {
    if (guards.has(path)) continue
    const own = statements.filter((statement) => statement.path === path)
    const tables = own.flatMap(({ sql, tables: read }) => [...read, ...namedIn(sql, asking.dialect)])
    guards.set(path, await rowGuard(asking, tables, await wholePath(asking.driver, path)))
  }
  return guards
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
  if (judged.statements.some(({ kind }) => kind === 'transaction'))
    throw new Problem(400, `CREATE ${method} AS cannot be part of a transaction.`, { type })
  if (method === 'VIEW' && judged.statements.length !== 1)
    throw new Problem(400, 'CREATE VIEW AS needs exactly one statement.', { type })
}
