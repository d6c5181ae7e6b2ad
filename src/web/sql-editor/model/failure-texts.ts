import type { QueryError } from './state.ts'

const TITLES: Readonly<Record<string, string>> = {
  COLUMN_DOES_NOT_EXIST_ERROR: 'Column not found',
  TABLE_DOES_NOT_EXIST_ERROR: 'Table not found',
  SCHEMA_DOES_NOT_EXIST_ERROR: 'Schema not found',
  OBJECT_DOES_NOT_EXIST_ERROR: 'Object not found',
  SYNTAX_ERROR: 'The SQL could not be read',
  INVALID_SQL_ERROR: 'The SQL could not be read',
  GENERIC_DB_ENGINE_ERROR: 'The database refused the query',
  SQLLAB_TIMEOUT_ERROR: 'The query took too long',
  BACKEND_TIMEOUT_ERROR: 'The query took too long',
  CONNECTION_DATABASE_TIMEOUT: 'The database did not answer in time',
  DML_NOT_ALLOWED_ERROR: 'This database may only be read',
  MISSING_TEMPLATE_PARAMS_ERROR: 'A template parameter is missing',
  INVALID_TEMPLATE_PARAMS_ERROR: 'A template parameter is malformed',
  TABLE_SECURITY_ACCESS_ERROR: 'No access to a table of this query',
  DATABASE_SECURITY_ACCESS_ERROR: 'No access to this database',
  QUERY_SECURITY_ACCESS_ERROR: 'No access to this query',
  RESULTS_BACKEND_ERROR: 'The stored result is gone',
  RESULT_TOO_LARGE_ERROR: 'The result is too large',
  INVALID_CTAS_QUERY_ERROR: 'No table can be made from this query',
  INVALID_CVAS_QUERY_ERROR: 'No view can be made from this query',
  FRONTEND_NETWORK_ERROR: 'Network error',
  FRONTEND_TIMEOUT_ERROR: 'The rows did not come in time',
}

const CHECKS: Readonly<Record<string, string>> = {
  CONNECTION_INVALID_USERNAME_ERROR: 'Check the user name and the password of the connection.',
  CONNECTION_INVALID_PASSWORD_ERROR: 'Check the user name and the password of the connection.',
  CONNECTION_ACCESS_DENIED_ERROR: 'Check the user name and the password of the connection, and what its host allows.',
  CONNECTION_INVALID_HOSTNAME_ERROR: 'Check the host name of the connection.',
  CONNECTION_PORT_CLOSED_ERROR: 'Check that the database is running, and the host and the port of the connection.',
  CONNECTION_INVALID_PORT_ERROR: 'Check the port of the connection.',
  CONNECTION_HOST_DOWN_ERROR: 'Check that the host is up and that no firewall stands in the way.',
  CONNECTION_DATABASE_TIMEOUT: 'Check that the database is up and not overloaded.',
  CONNECTION_UNKNOWN_DATABASE_ERROR: 'Check the name of the database in the connection.',
}

/** True for a failure to reach or to enter the database itself. */
export const isOfConnection = (errorType: string | null): boolean => errorType?.startsWith('CONNECTION_') ?? false

/** What to look at when a database could not be reached. */
export const connectionCheck = (errorType: string): string =>
  CHECKS[errorType] ?? 'Check the settings of the connection.'

/** One line that says what happened, by the kind of error. */
export function failureTitle(errorType: string | null, error: QueryError | null = null): string {
  if (errorType === null) return 'The query failed'
  if (Array.isArray(error?.extra?.refusals)) return 'The editor does not run this statement'
  if (isOfConnection(errorType)) return TITLES[errorType] ?? 'The database could not be reached'
  return TITLES[errorType] ?? 'The query failed'
}

/** The numbered explanations that the server adds. */
export function issueTexts(error: QueryError): readonly string[] {
  const codes = error.extra?.issue_codes
  if (!Array.isArray(codes)) return []
  return codes.flatMap((code: unknown) =>
    typeof code === 'object' && code !== null && 'message' in code ? [String(code.message)] : [],
  )
}

/** The trace that a server added, for whoever wants to see it. */
export function stackTrace(error: QueryError): string | null {
  const trace = error.extra?.stacktrace
  return typeof trace === 'string' ? trace : null
}

export function missingParameters(error: QueryError): readonly string[] {
  const names = error.extra?.undefined_parameters
  return Array.isArray(names) ? names.map(String) : []
}

/** Without the driver's prefix and the copy of the text, which is drawn apart. */
export const plainMessage = (message: string): string =>
  (message.split(/\n\s*\n|\nLINE /)[0] ?? message).replace(/^(?!Unexpected )\w+ error: /, '')
