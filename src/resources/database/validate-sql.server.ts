import type { Driver } from '../../engines/driver.ts'
import { checkAccess, type JudgedStatement, judgeSql } from '../../gateway/check-access.server.ts'
import { movedProblem } from '../../gateway/error-place.ts'
import { renderSql } from '../../gateway/render-sql.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { NamePath } from '../../gateway/table-places.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'

const TIMEOUT_MS = 10_000

interface ValidateBody {
  readonly sql: string
  readonly schema?: string | null | undefined
  readonly catalog?: string | null | undefined
  readonly template_params?: unknown
}
export interface Annotation {
  readonly line_number: number
  readonly start_column: number
  readonly end_column: number
  readonly message: string
}

/** Faults that the engine finds without running: syntax, unknown names, types. One fault at most, as engines stop there. */
export async function validateSql(
  services: Services,
  database: Row<'databases'>,
  body: ValidateBody,
  caller: Caller,
  gone: AbortSignal,
): Promise<{ result: Annotation[] }> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(TIMEOUT_MS)])
  const { driver, dialect } = await services.gateway.open(database)
  const path = { catalog: body.catalog ?? null, schema: body.schema ?? null }
  const templateParams = body.template_params ? JSON.stringify(body.template_params) : null
  let text = body.sql
  try {
    text = await renderSql(services, { sql: body.sql, templateParams, urlParams: {}, signal }, caller, dialect)
    const judged = await judgeSql(driver, dialect, text, signal, path)
    await checkAccess(services.db, driver, caller, database, judged, path)
    for (const statement of judged.statements)
      if (statement.kind === 'select') await explain(driver, statement, path, text, signal)
    return { result: [] }
  } catch (cause) {
    if (cause instanceof Problem && cause.status < 500 && cause.status !== 408)
      return { result: [annotationOf(cause, text)] }
    throw cause
  }
}

const EXPLAIN = 'EXPLAIN '

/** Planning finds unknown names and types without reading a row. */
async function explain(
  driver: Driver,
  statement: JudgedStatement,
  path: NamePath,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await driver.run({
      ...path,
      sql: `${EXPLAIN}${statement.sql}`,
      maxRows: 1,
      timeoutMs: TIMEOUT_MS,
      cells: 'editor',
      shape: 'records',
      user: 'validation',
      lane: 'interactive',
      signal,
    })
  } catch (cause) {
    throw cause instanceof Problem ? movedProblem(cause, text, statement.from - EXPLAIN.length) : cause
  }
}

function annotationOf(problem: Problem, sql: string): Annotation {
  const { line, column } = problem.detail.extra ?? {}
  const lineNumber = typeof line === 'number' ? line : 1
  const start = typeof column === 'number' ? column : 1
  const rest = (sql.split('\n')[lineNumber - 1] ?? '').slice(start - 1)
  const word = /^\w+/.exec(rest)?.[0].length ?? 1
  const message = problem.message.replace(/\n\nLINE \d+:[\s\S]*$/, '')
  return { line_number: lineNumber, start_column: start, end_column: start + word, message }
}
