import { type Envelope, ISSUE_CODES, type Problem } from './problem.ts'

/** Short meaning of each issue code, shown in `errors[].extra.issue_codes`. */
const ISSUES: Readonly<Record<number, string>> = {
  1000: 'The datasource is too large to query.',
  1001: 'The database is under an unusual load.',
  1002: 'The database returned an unexpected error.',
  1003: 'There is a syntax error or a misspelling in the SQL.',
  1004: 'The column was deleted or renamed in the database.',
  1005: 'The table was deleted or renamed in the database.',
  1006: 'One or more parameters of the query are missing.',
  1007: 'The hostname provided cannot be resolved.',
  1008: 'The port is closed.',
  1009: 'The host might be down and cannot be reached on the port.',
  1010: 'An error occurred while running a command.',
  1011: 'The server met an unexpected error.',
  1012: 'The username does not exist in the database.',
  1013: 'The password is not valid for the username.',
  1014: 'Either the username or the password is wrong.',
  1015: 'Either the database is misspelled or it does not exist.',
  1016: 'The schema was deleted or renamed in the database.',
  1017: 'The user does not have the permissions needed.',
  1018: 'One or more parameters of the connection are missing.',
  1019: 'The payload has a wrong format.',
  1020: 'The payload has a wrong schema.',
  1021: 'No store for results is configured.',
  1022: 'The database does not allow changing data.',
  1023: 'The last statement must be a SELECT to create a table.',
  1024: 'A view is created from a single SELECT statement.',
  1025: 'A view is created from a SELECT statement.',
  1026: 'The query is too complex and takes too long to run.',
  1027: 'The database is running too many queries.',
  1028: 'A parameter of the query is malformed.',
  1029: 'The object does not exist in the database.',
  1030: 'The query has a syntax error.',
  1031: 'The results of the query are no longer stored.',
  1032: 'The query of the results was deleted.',
  1033: 'The results were stored in an older format.',
  1034: 'The port number is not valid.',
  1035: 'The query could not be started in the background.',
  1036: 'The database was deleted.',
  1037: 'A sub-query is not allowed in custom SQL.',
  1040: 'The values given are not valid.',
  1041: 'The result is larger than allowed.',
}

/** The JSON body of a failure in the envelope asked for (reference: sql-editor A.0.5). */
export function envelopeOf(problem: Problem, routeEnvelope: Envelope): unknown {
  const envelope = problem.detail.envelope ?? (problem.detail.type ? 'errors' : routeEnvelope)
  switch (envelope) {
    case 'errors':
      return { errors: [richError(problem)] }
    case 'error':
      return { error: problem.body }
    case 'msg':
      return { msg: problem.body }
    case 'view':
      return { message: problem.body, severity: 'danger' }
    case 'typed': {
      const { message, error_type, extra } = richError(problem)
      return { message, error_type, extra }
    }
    case 'empty':
      return null
    case 'message':
      return { message: problem.body }
  }
}

/** One element of `errors`. */
export function richError(problem: Problem): Record<string, unknown> {
  const type = problem.detail.type ?? 'GENERIC_BACKEND_ERROR'
  const issue_codes = ISSUE_CODES[type].map((code) => ({ code, message: `Issue ${code} - ${ISSUES[code] ?? ''}` }))
  return {
    message: typeof problem.body === 'string' ? problem.body : problem.message,
    error_type: type,
    level: problem.detail.level ?? 'error',
    extra: { ...problem.detail.extra, issue_codes },
  }
}
