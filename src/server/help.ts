export const DEFAULT_PORT = 8088
export const DEFAULT_DATA_DIR = 'sightline-data'

/** What `sightline --help` prints. */
export const HELP = `Sightline: business intelligence for analysts.

Usage
  sightline [options]                      start the server
  sightline user add NAME --role Admin     create a user; the password is read from standard input
  sightline audit verify                   look whether the audit log is as it was written
  sightline export|validate|diff|apply DIR dashboards as files; see sightline export --help
  sightline mcp                            lets an agent use a running server; see sightline mcp --help

Options                                    environment variable
  --port PORT        default ${DEFAULT_PORT}           SIGHTLINE_PORT
  --host HOST        default 127.0.0.1      SIGHTLINE_HOST
  --data DIR         all that the server writes; default ./${DEFAULT_DATA_DIR}
                                            SIGHTLINE_DATA
  --sources DIR      database files may be connected below it; repeatable
                                            SIGHTLINE_SOURCES (list of paths)
  --no-examples      no example data        SIGHTLINE_NO_EXAMPLES=1
  --open             open the browser       SIGHTLINE_OPEN=1
  --role ROLE        for "user add"; repeatable
  --quiet            print only the address and failures
  --help, --version

Also by environment variable
  SIGHTLINE_METADATA_URL        postgresql://... instead of SQLite in the data directory
  SIGHTLINE_REDIS_URL           redis://... or rediss://...: what several servers share beside PostgreSQL
  SIGHTLINE_ADMIN_USERNAME      creates the first administrator at the first start, with
  SIGHTLINE_ADMIN_PASSWORD      or SIGHTLINE_ADMIN_PASSWORD_FILE
  SIGHTLINE_SECRET              the server's key, 32 bytes or more, instead of the generated file
  SIGHTLINE_ASYNC_CHARTS=1      answer charts later, by events, instead of keeping the request open
  SIGHTLINE_TIME_ZONE           where relative times such as today are meant unless a user or a dashboard
                                chose otherwise; default UTC
  SIGHTLINE_UPLOAD_MB           the largest file that may become a table, in megabytes; default 200
  GUEST_TOKEN_JWT_EXP_SECONDS   seconds that a guest token of an embedded dashboard is good; default 300
  SQLLAB_DEFAULT_DBID           the database of a new tab in the SQL editor; default the one with the lowest id
  SQLLAB_QUERY_RESULT_TIMEOUT   seconds that the SQL editor waits for stored rows; default 0, no limit
  DEFAULT_SQLLAB_LIMIT          rows of a new tab in the SQL editor; default 1000
  SQLLAB_BACKEND_PERSISTENCE=0  keep tabs of the SQL editor only in the browser
  SUPERSET_WEBSERVER_DOMAINS    further host names of the server, with commas between, over which dashboards spread
                                their charts (domain sharding); needed only without HTTP/2
  SUPERSET_WEBSERVER_TIMEOUT    seconds that a chart may take; default 60
  SQL_MAX_ROW                   the most rows of a chart or a run; default 100000
  SQLLAB_ROW_CEILING            the most rows of a run of the SQL editor in the background; default SQL_MAX_ROW
  SCHEDULED_QUERIES             path of a JSON file: what is asked when a query of the SQL editor is scheduled
  SIGHTLINE_FEATURES            NAME=off or NAME=on, with commas between: DASHBOARD_RBAC, DASHBOARD_CROSS_FILTERS,
                                CONFIRM_DASHBOARD_DIFF
  SIGHTLINE_COLOR_SCHEMES       JSON list of {"id", "label", "colors", "isDefault"}: schemes for charts
  SMTP_HOST                     sends reports by e-mail, with SMTP_PORT, SMTP_STARTTLS or SMTP_SSL, SMTP_USER,
                                SMTP_PASSWORD or SMTP_PASSWORD_FILE, and SMTP_MAIL_FROM
  SIGHTLINE_PUBLIC_URL          the address in links of e-mails
  SIGHTLINE_TRUST_PROXY=1       believe X-Forwarded-For and -Proto of a reverse proxy
  SIGHTLINE_LOG                 trace, debug, info, warn (default), error, silent
`
