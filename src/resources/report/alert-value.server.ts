import { findDatabase } from '../../gateway/query-new.server.ts'
import { planQuery } from '../../gateway/query-plan.server.ts'
import type { Asker } from '../../gateway/render/asker.server.ts'
import { renderSql } from '../../gateway/render-sql.server.ts'
import { Problem } from '../../wire/problem.ts'
import type { AlertCell } from './condition.ts'

interface AlertStatement {
  readonly databaseId: number
  readonly sql: string
  readonly timeoutMs: number
  /** `interactive` where somebody waits for the answer. */
  readonly lane: 'interactive' | 'batch'
}

/**
 * Runs the statement of an alert as the SQL editor would for the same person: with its templates, rights and row-level
 * rules. Gives its one value, null for no row. Throws a Problem where it is refused, fails or gives more than one value.
 */
export async function alertValue({ services, caller, signal }: Asker, asked: AlertStatement): Promise<AlertCell> {
  if (!caller.can('can_execute_sql_query', 'SQLLab'))
    throw new Problem(403, 'Only those who may run SQL may set up alerts.')
  const database = await findDatabase(services, asked.databaseId, caller)
  const { driver, dialect } = await services.gateway.open(database)
  const sql = await renderSql(services, { ...PLAIN, sql: asked.sql, signal }, caller, dialect)
  const asking = { services, driver, dialect, database, caller, signal }
  const plan = await planQuery(asking, { ...PLACE, sql, allowedRows: 1 })
  const [statement, second] = plan.statements
  if (!statement?.returnsRows || second || !plan.isReadOnly)
    throw new Problem(422, 'An alert asks one statement that reads rows.')
  const result = await driver.run({
    sql: statement.run,
    shape: 'columns',
    maxRows: 1,
    timeoutMs: asked.timeoutMs,
    cells: 'editor',
    schema: null,
    catalog: null,
    user: String(caller.userId),
    lane: asked.lane,
    signal,
  })
  if (result.isCut) throw new Problem(422, 'The statement of the alert gave several rows. It has to give one value.')
  const columns = JSON.parse(Buffer.from(result.body).toString()) as readonly (readonly AlertCell[])[]
  if (result.columns.length !== 1)
    throw new Problem(
      422,
      `The statement of the alert gave ${result.columns.length} columns. It has to give one value.`,
    )
  return columns[0]?.[0] ?? null
}

const PLAIN = { templateParams: null, urlParams: {} } as const
const PLACE = { catalog: null, schema: null, createAs: null } as const
