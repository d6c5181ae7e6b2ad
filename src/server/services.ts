import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '../gateway/services.server.ts'
import type { MetadataStore } from '../metadata/open.server.ts'
import type { AuditLog } from './audit.ts'
import type { Keys } from './secrets.ts'

/** Limits and defaults of the product. */
const CONF: Omit<
  Services['conf'],
  | 'SCHEDULED_QUERIES'
  | 'SQL_MAX_ROW'
  | 'UPLOAD_MAX_BYTES'
  | 'SQLLAB_ROW_CEILING'
  | 'DEFAULT_TIME_ZONE'
  | 'SQLLAB_DEFAULT_DBID'
  | 'SQLLAB_QUERY_RESULT_TIMEOUT'
  | 'GUEST_TOKEN_JWT_EXP_SECONDS'
  | 'COLOR_SCHEMES'
  | 'SUPERSET_WEBSERVER_DOMAINS'
> = {
  DEFAULT_SQLLAB_LIMIT: 1000,
  DISPLAY_MAX_ROW: 10_000,
  SQLLAB_TIMEOUT_SEC: 30,
  SQLLAB_ASYNC_TIME_LIMIT_SEC: 21_600,
  SAMPLES_ROW_LIMIT: 1000,
  ROW_LIMIT: 50_000,
  SUPERSET_WEBSERVER_TIMEOUT: 60,
}

const FEATURE_FLAGS: Services['featureFlags'] = {
  DRILL_BY: true,
  DRILL_TO_DETAIL: true,
  ENABLE_TEMPLATE_PROCESSING: true,
  ESTIMATE_QUERY_COST: true,
  SSH_TUNNELING: true,
  TAGGING_SYSTEM: true,
}

export interface ServiceParts {
  readonly store: MetadataStore
  readonly keys: Keys
  readonly audit: AuditLog
  readonly log: Services['log']
  readonly gateway: Services['gateway']
  readonly shared: Services['shared']
  readonly dataDir: string
  readonly disk: Services['disk']
  readonly sources: readonly string[]
  readonly webDir: string
  readonly answersChartsLater: boolean
  readonly timeZone: string
  readonly editorDatabaseId: number | null
  readonly editorResultTimeoutSec: number
  readonly guestTokenSec: number
  readonly editorRowLimit: number | null
  readonly keepsEditorTabs: boolean
  readonly chartTimeoutSec: number | null
  readonly maxRows: number
  readonly editorMaxRows: number | null
  readonly uploadMb: number
  readonly scheduledQueries: Readonly<Record<string, unknown>>
  readonly features: Readonly<Record<string, boolean>>
  readonly colorSchemes: Services['conf']['COLOR_SCHEMES']
  readonly sendsReports: boolean
  readonly shardingHosts: readonly string[] | null
  now(): Date
}

/** Everything that handlers may use, from its parts. */
export function servicesOf(parts: ServiceParts): Services {
  const resultsDir = join(parts.dataDir, 'results')
  mkdirSync(resultsDir, { recursive: true, mode: 0o700 })
  return {
    db: parts.store.db,
    isPostgres: parts.store.isPostgres,
    metadataMark: parts.store.mark,
    freshenMark: parts.store.freshen,
    conf: {
      ...CONF,
      SQL_MAX_ROW: parts.maxRows,
      UPLOAD_MAX_BYTES: parts.uploadMb * 1024 * 1024,
      SCHEDULED_QUERIES: parts.scheduledQueries,
      SQLLAB_ROW_CEILING: Math.max(parts.maxRows, parts.editorMaxRows ?? 0),
      DEFAULT_TIME_ZONE: parts.timeZone,
      COLOR_SCHEMES: parts.colorSchemes,
      SQLLAB_DEFAULT_DBID: parts.editorDatabaseId,
      SQLLAB_QUERY_RESULT_TIMEOUT: parts.editorResultTimeoutSec,
      GUEST_TOKEN_JWT_EXP_SECONDS: parts.guestTokenSec,
      DEFAULT_SQLLAB_LIMIT: parts.editorRowLimit ?? CONF.DEFAULT_SQLLAB_LIMIT,
      SUPERSET_WEBSERVER_DOMAINS: parts.shardingHosts,
      SUPERSET_WEBSERVER_TIMEOUT: parts.chartTimeoutSec ?? CONF.SUPERSET_WEBSERVER_TIMEOUT,
    },
    featureFlags: {
      ...FEATURE_FLAGS,
      ...parts.features,
      ALERT_REPORTS: parts.sendsReports,
      GLOBAL_ASYNC_QUERIES: parts.answersChartsLater,
      SQLLAB_BACKEND_PERSISTENCE: parts.keepsEditorTabs,
    },
    now: parts.now,
    encrypt: parts.keys.encrypt,
    decrypt: parts.keys.decrypt,
    sign: parts.keys.sign,
    gateway: parts.gateway,
    shared: parts.shared,
    sources: parts.sources,
    webDir: parts.webDir,
    resultsDir,
    uploadsDir: join(parts.dataDir, 'uploads'),
    disk: parts.disk,
    processId: crypto.randomUUID(),
    audit: parts.audit.add,
    log: parts.log,
  }
}
