import { checkAccess, type JudgedStatement, judgeSql } from '../../gateway/check-access.server.ts'
import { databaseExtra } from '../../gateway/database-record.server.ts'
import { renderSql } from '../../gateway/render-sql.server.ts'
import { guardStatement, namedIn, rowGuard } from '../../gateway/row-guard.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { usableDatabases } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'

const TIMEOUT_MS = 10_000

interface EstimateBody {
  readonly database_id: number
  readonly sql: string
  readonly template_params?: Record<string, unknown> | null | undefined
  readonly catalog?: string | null | undefined
  readonly schema?: string | null | undefined
}

/** Cost of each statement, after the checks that a run would pass. */
export async function estimate(services: Services, body: EstimateBody, caller: Caller, gone: AbortSignal) {
  const database = await services.db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', body.database_id)
    .where(usableDatabases(caller))
    .executeTakeFirst()
  if (!database) throw new Problem(404, 'The database could not be found', { type: 'DATABASE_NOT_FOUND_ERROR' })
  if (!services.featureFlags.ESTIMATE_QUERY_COST || !databaseExtra(database).cost_estimate_enabled)
    throw new Problem(422, 'Database does not support cost estimation', { type: 'GENERIC_BACKEND_ERROR' })
  const { driver, dialect } = await services.gateway.open(database)
  const templateParams = body.template_params ? JSON.stringify(body.template_params) : null
  const late = AbortSignal.timeout(TIMEOUT_MS)
  const signal = AbortSignal.any([gone, late])
  const sql = await renderSql(services, { sql: body.sql, templateParams, urlParams: {}, signal }, caller, dialect)
  const path = { catalog: body.catalog ?? null, schema: body.schema ?? null }
  try {
    const judged = await judgeSql(driver, dialect, sql, signal, path)
    await checkAccess(services.db, driver, caller, database, judged, path)
    const place = { ...path, schema: path.schema ?? (await driver.defaultSchema()) }
    const asking = { services, caller, database, driver, dialect, signal }
    const named = judged.statements.flatMap((statement) => namedIn(statement.sql, dialect))
    const guard = await rowGuard(asking, [...judged.tables, ...named], place)
    const costOf = async (statement: JudgedStatement) => {
      const guarded = await guardStatement(asking, statement, guard, place)
      return statement.kind === 'set' ? {} : driver.estimate(guarded, path.schema, signal)
    }
    const result = []
    for (const statement of judged.statements) result.push(await costOf(statement))
    return { result }
  } catch (cause) {
    if (late.aborted)
      throw new Problem(408, 'The estimate took longer than 10 seconds.', { type: 'SQLLAB_TIMEOUT_ERROR', cause })
    throw cause
  }
}
