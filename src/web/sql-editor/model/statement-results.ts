import type { QueryError, QueryRecord, ResultColumn, RunState } from './state.ts'
import { statementLabel } from './statements.ts'
import { columnsFromWire, errorsFromWire, runStateFromWire } from './wire.ts'

/** What became of one statement of a run. */
export interface StatementResult {
  readonly sql: string
  readonly label: string
  /** Where it begins in the text that was sent. */
  readonly from: number
  readonly state: RunState
  readonly rows: number | null
  readonly resultsKey: string | null
  readonly columns: readonly ResultColumn[]
  readonly limitingFactor: string | null
  readonly error: QueryError | null
}

/** The statements of a run as the server keeps them apart; one for the whole where it does not. */
export function statementResults(query: QueryRecord): readonly StatementResult[] {
  const { statements } = query.extra
  if (!Array.isArray(statements) || statements.length === 0) return [wholeResult(query)]
  const known = statements.filter(isRecord).map((statement) => resultOf(statement, query))
  const only = known[0]
  return known.length === 1 && only !== undefined ? [{ ...wholeResult(query), ...pickPresent(only) }] : known
}

/** The statement to show first: the failed or running one, else the last that has rows. */
export function shownStatement(results: readonly StatementResult[]): number {
  const failed = results.findIndex((result) => result.state === 'failed' || result.state === 'timed_out')
  if (failed !== -1) return failed
  const running = results.findIndex((result) => result.state === 'running')
  if (running !== -1) return running
  return Math.max(
    0,
    results.findLastIndex((result) => result.resultsKey !== null),
  )
}

const wholeResult = (query: QueryRecord): StatementResult => ({
  sql: query.sql,
  label: statementLabel(query.sql),
  from: 0,
  state: query.state,
  rows: query.rows,
  resultsKey: query.resultsKey,
  columns: query.columns,
  limitingFactor: query.limitingFactor,
  error: query.errors[0] ?? null,
})

/** One statement is the whole run, whose own state is the fresher one. */
const pickPresent = (only: StatementResult): Partial<StatementResult> => ({
  sql: only.sql,
  label: only.label,
  from: only.from,
  ...(only.resultsKey === null ? {} : { resultsKey: only.resultsKey }),
  ...(only.columns.length === 0 ? {} : { columns: only.columns }),
  ...(only.error === null ? {} : { error: only.error }),
})

function resultOf(statement: Readonly<Record<string, unknown>>, query: QueryRecord): StatementResult {
  const sql = String(statement.sql ?? '')
  return {
    sql,
    label: statementLabel(sql),
    from: Number(statement.from ?? 0),
    state: runStateFromWire(String(statement.state ?? query.state)),
    rows: typeof statement.rows === 'number' ? statement.rows : null,
    resultsKey: typeof statement.resultsKey === 'string' ? statement.resultsKey : null,
    columns: columnsFromWire(statement.columns),
    limitingFactor: typeof statement.limitingFactor === 'string' ? statement.limitingFactor : null,
    error: errorsFromWire([statement.error])[0] ?? null,
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
