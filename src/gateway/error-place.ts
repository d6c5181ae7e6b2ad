import { Problem } from '../wire/problem.ts'

/** The same failure, its place counted in the whole text instead of the statement that begins at `from`. */
export function movedProblem(problem: Problem, sql: string, from: number): Problem {
  const position = problem.detail.extra?.position
  if (typeof position !== 'number') return problem
  const at = Math.min(sql.length, position + from)
  const before = sql.slice(0, at)
  const extra = {
    ...problem.detail.extra,
    position: at,
    line: before.split('\n').length,
    column: at - before.lastIndexOf('\n'),
  }
  return new Problem(problem.status, problem.body, { ...problem.detail, extra, cause: problem })
}

/** The same failure of a statement of a text: with its place in the whole where the statement stands there, without one where it stands otherwise. */
export function placedProblem(
  problem: Problem,
  whole: string,
  { sql, from, to }: { readonly sql: string; readonly from: number; readonly to: number },
): Problem {
  return whole.slice(from, to) === sql ? movedProblem(problem, whole, from) : withoutPlace(problem)
}

/** The same failure without its place: the engine got another text than the one that the user wrote. */
function withoutPlace(problem: Problem): Problem {
  const { line: _line, column: _column, position: _position, ...extra } = problem.detail.extra ?? {}
  const message = problem.message.replace(/\n\nLINE \d+:[\s\S]*$/, '')
  return new Problem(problem.status, message, { ...problem.detail, extra, cause: problem })
}
