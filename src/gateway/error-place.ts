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

/** The same failure without its place: the engine got another text than the one that the user wrote. */
export function withoutPlace(problem: Problem): Problem {
  const { line: _line, column: _column, position: _position, ...extra } = problem.detail.extra ?? {}
  const message = problem.message.replace(/\n\nLINE \d+:[\s\S]*$/, '')
  return new Problem(problem.status, message, { ...problem.detail, extra, cause: problem })
}
