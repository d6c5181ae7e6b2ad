/** Issue codes by error type (reference: sql-editor A.0.5). The list of error types is closed. */
export const ISSUE_CODES = {
  FRONTEND_CSRF_ERROR: [],
  FRONTEND_NETWORK_ERROR: [],
  FRONTEND_TIMEOUT_ERROR: [],
  GENERIC_DB_ENGINE_ERROR: [1002],
  COLUMN_DOES_NOT_EXIST_ERROR: [1003, 1004],
  TABLE_DOES_NOT_EXIST_ERROR: [1003, 1005],
  SCHEMA_DOES_NOT_EXIST_ERROR: [1003, 1016],
  CONNECTION_INVALID_USERNAME_ERROR: [1012],
  CONNECTION_INVALID_PASSWORD_ERROR: [1013],
  CONNECTION_INVALID_HOSTNAME_ERROR: [1007],
  CONNECTION_PORT_CLOSED_ERROR: [1008],
  CONNECTION_INVALID_PORT_ERROR: [1034],
  CONNECTION_HOST_DOWN_ERROR: [1009],
  CONNECTION_ACCESS_DENIED_ERROR: [1014, 1015],
  CONNECTION_UNKNOWN_DATABASE_ERROR: [1015],
  CONNECTION_DATABASE_PERMISSIONS_ERROR: [1017],
  CONNECTION_MISSING_PARAMETERS_ERROR: [1018],
  CONNECTION_DATABASE_TIMEOUT: [1001, 1009],
  OBJECT_DOES_NOT_EXIST_ERROR: [1029],
  SYNTAX_ERROR: [1030],
  VIZ_GET_DF_ERROR: [],
  UNKNOWN_DATASOURCE_TYPE_ERROR: [],
  FAILED_FETCHING_DATASOURCE_INFO_ERROR: [],
  TABLE_SECURITY_ACCESS_ERROR: [],
  DATASOURCE_SECURITY_ACCESS_ERROR: [],
  DATABASE_SECURITY_ACCESS_ERROR: [],
  QUERY_SECURITY_ACCESS_ERROR: [],
  USER_ACTIVITY_SECURITY_ACCESS_ERROR: [],
  DASHBOARD_SECURITY_ACCESS_ERROR: [],
  CHART_SECURITY_ACCESS_ERROR: [],
  MISSING_OWNERSHIP_ERROR: [],
  OAUTH2_REDIRECT: [],
  OAUTH2_REDIRECT_ERROR: [],
  BACKEND_TIMEOUT_ERROR: [1000, 1001],
  DATABASE_NOT_FOUND_ERROR: [1011, 1036],
  TABLE_NOT_FOUND_ERROR: [],
  MISSING_TEMPLATE_PARAMS_ERROR: [1006],
  INVALID_TEMPLATE_PARAMS_ERROR: [1028],
  RESULTS_BACKEND_NOT_CONFIGURED_ERROR: [1021],
  DML_NOT_ALLOWED_ERROR: [1022],
  INVALID_CTAS_QUERY_ERROR: [1023],
  INVALID_CVAS_QUERY_ERROR: [1024, 1025],
  SQLLAB_TIMEOUT_ERROR: [1026, 1027],
  RESULTS_BACKEND_ERROR: [1031, 1032, 1033],
  ASYNC_WORKERS_ERROR: [1035],
  ADHOC_SUBQUERY_NOT_ALLOWED_ERROR: [1037],
  INVALID_SQL_ERROR: [1003],
  RESULT_TOO_LARGE_ERROR: [1041],
  GENERIC_COMMAND_ERROR: [1010],
  GENERIC_BACKEND_ERROR: [1011],
  INVALID_PAYLOAD_FORMAT_ERROR: [1019],
  INVALID_PAYLOAD_SCHEMA_ERROR: [1020],
  MARSHMALLOW_ERROR: [1040],
  REPORT_NOTIFICATION_ERROR: [],
} as const satisfies Record<string, readonly number[]>

export type ErrorType = keyof typeof ISSUE_CODES
export type Status =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 406
  | 408
  | 409
  | 410
  | 413
  | 415
  | 422
  | 429
  | 500
  | 502
  | 503
  | 504
  | 507
/** Envelope 1 `{message}`, envelope 2 `{errors: [...]}`, envelope 3 `{error}` (reference: sql-editor A.0.5); `msg` is the token layer's, `view` the older views' refusal, `empty` the tab views'. */
export type Envelope = 'message' | 'errors' | 'error' | 'msg' | 'view' | 'typed' | 'empty'

export interface ProblemDetail {
  readonly type?: ErrorType
  /** Keys beside issue_codes in `errors[].extra`. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly level?: 'info' | 'warning' | 'error'
  /** Overrides the envelope of the route. */
  readonly envelope?: Envelope
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** A failure that a client may see. `message` is a text, or texts by field. */
export class Problem extends Error {
  readonly status: Status
  readonly body: string | readonly string[] | Readonly<Record<string, unknown>>
  readonly detail: ProblemDetail

  constructor(
    status: Status,
    message: string | readonly string[] | Readonly<Record<string, unknown>>,
    detail: ProblemDetail = {},
  ) {
    super(typeof message === 'string' ? message : JSON.stringify(message), { cause: detail.cause })
    this.name = 'Problem'
    this.status = status
    this.body = message
    this.detail = detail
  }
}

/** A word where the path has a number, or a part that a resource does not have: there is no such address. */
export const NO_SUCH_PATH =
  '404 Not Found: The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.'
export const notFound = (message = 'Not found') => new Problem(404, message)
export const forbidden = (message = 'Forbidden') => new Problem(403, message)
/** Texts by field, as the CRUD resources answer a body that fails its schema. */
export const invalidFields = (fields: Readonly<Record<string, unknown>>, status: 400 | 422 = 400) =>
  new Problem(status, fields)
