import { Problem } from '../wire/problem.ts'
import type { SqlVerdict } from './driver.ts'

const DML_TEXT =
  'This database does not allow for DDL/DML, but the query mutates data. Please contact your administrator for more assistance.'

/** A statement that changes data, where only reading is allowed (spec: error types of the editor). */
export const readOnlyProblem = (cause?: unknown): Problem =>
  new Problem(400, DML_TEXT, { type: 'DML_NOT_ALLOWED_ERROR', ...(cause === undefined ? {} : { cause }) })

/** A statement that took longer than it may; the time in milliseconds. */
export function timeoutProblem(timeoutMs: number): Problem {
  const seconds = Math.round(timeoutMs / 100) / 10
  return new Problem(408, `The query exceeded the ${seconds} seconds timeout.`, { type: 'SQLLAB_TIMEOUT_ERROR' })
}

/** A result that is larger than what one answer may hold. */
export function tooLargeProblem(engineName: string): Problem {
  const message = 'The result is larger than allowed. Add a LIMIT or filters.'
  return new Problem(400, message, { type: 'RESULT_TOO_LARGE_ERROR', extra: { engine_name: engineName } })
}

/** Throws unless the verdict is on exactly one statement that may run. */
export function refuseUnfit({ refusals, statements, isReadOnly }: SqlVerdict, isWrite: boolean): void {
  const [refusal] = refusals
  if (refusal) throw new Problem(400, refusal, { type: 'INVALID_SQL_ERROR' })
  if (statements.length !== 1)
    throw new Problem(400, 'Exactly one statement can run at a time.', { type: 'INVALID_SQL_ERROR' })
  if (!isWrite && !isReadOnly) throw readOnlyProblem()
}

/** What a statement is to do. */
export type Purpose = 'read' | 'change' | 'set' | 'transaction'

/** Throws unless the verdict is on one statement that may run for the purpose, and that the server would run. */
export function refuse(verdict: SqlVerdict & { readonly problem: Problem | null }, purpose: Purpose): void {
  refuseUnfit(verdict, purpose === 'change' || purpose === 'transaction')
  const kind = verdict.statements[0]?.kind
  const own = kind === 'set' || kind === 'transaction' ? kind : null
  const wanted = purpose === 'set' || purpose === 'transaction' ? purpose : null
  if (own !== wanted) throw scriptProblem(own ?? wanted ?? 'set')
  if (verdict.problem) throw verdict.problem
}

const SCRIPT_WORDS = {
  set: 'SET works for the statements after it in one script of the SQL editor, and nowhere else.',
  transaction: 'BEGIN, COMMIT and ROLLBACK work within one script of the SQL editor, and nowhere else.',
}

/** A statement that means something within a script only, somewhere else. */
export const scriptProblem = (kind: keyof typeof SCRIPT_WORDS) =>
  new Problem(400, SCRIPT_WORDS[kind], { type: 'INVALID_SQL_ERROR' })
