import type { AddedColorScheme } from '../charts/parts/color-schemes.ts'
import type { MetadataDb } from '../metadata/open.server.ts'
import type { Gateway } from './gateway.server.ts'
import type { Shared } from './shared/shared.server.ts'

/** Limits and defaults that answers and pages show (reference: sql-editor E.1). */
interface Conf {
  readonly DEFAULT_SQLLAB_LIMIT: number
  readonly SQL_MAX_ROW: number
  /** Most rows of a run in the background, whose result is paged from the store. */
  readonly SQLLAB_ROW_CEILING: number
  readonly DISPLAY_MAX_ROW: number
  readonly SQLLAB_DEFAULT_DBID: number | null
  readonly SQLLAB_QUERY_RESULT_TIMEOUT: number
  readonly SQLLAB_TIMEOUT_SEC: number
  readonly SQLLAB_ASYNC_TIME_LIMIT_SEC: number
  /** The largest file that becomes a table. */
  readonly UPLOAD_MAX_BYTES: number
  readonly SAMPLES_ROW_LIMIT: number
  readonly ROW_LIMIT: number
  readonly SUPERSET_WEBSERVER_TIMEOUT: number
  /** Further host names, over which dashboards spread their charts; null for none. */
  readonly SUPERSET_WEBSERVER_DOMAINS: readonly string[] | null
  /** How long a guest token is good. */
  readonly GUEST_TOKEN_JWT_EXP_SECONDS: number
  /** The form of scheduled queries; empty where none are offered. */
  readonly SCHEDULED_QUERIES: Readonly<Record<string, unknown>>
  /** Colour schemes of the installation, for charts in the browser. */
  readonly COLOR_SCHEMES: readonly AddedColorScheme[]
  /** The zone whose clock relative times are read by where a request names none. */
  readonly DEFAULT_TIME_ZONE: string
}

/** The disk of the data directory, with a reserve for what clears it. */
export interface DiskRoom {
  isFull(): boolean
  /** Something could not be stored for want of room. */
  noteFull(): void
  /** Gives up a part of the reserve until the returned function is called. */
  lend(): () => void
}

/** Everything a handler may use; made once by the server, passed to every resource. */
export interface Services {
  readonly db: MetadataDb
  readonly isPostgres: boolean
  /** Another text after any change of the metadata store; null where that cannot be told for sure. */
  metadataMark(): string | null
  /** Waits until the mark tells of every change before the call: once for each request. */
  freshenMark(): Promise<void>
  readonly conf: Conf
  readonly featureFlags: Readonly<Record<string, boolean>>
  /** The server's clock; frozen by SIGHTLINE_NOW. */
  now(): Date
  /** Encrypts what is kept secret at rest (AES-256-GCM under the server's key). */
  encrypt(text: string): string
  decrypt(text: string): string
  /** Signs a text with the server's key (HMAC-SHA-256, hex). */
  sign(text: string): string
  readonly gateway: Gateway
  /** What the servers of this installation know together. */
  readonly shared: Shared
  /** Folders below which database files may be connected. */
  readonly sources: readonly string[]
  /** Folder of the built browser application. */
  readonly webDir: string
  /** Folder of stored editor results. */
  readonly resultsDir: string
  /** Folder of files that are being made tables. */
  readonly uploadsDir: string
  readonly disk: DiskRoom
  /** Id of this process in leases. */
  readonly processId: string
  audit(event: AuditEvent): void
  log(level: 'info' | 'warn' | 'error', message: string, detail?: Record<string, unknown>): void
}

export interface AuditEvent {
  readonly actor: string
  readonly action: string
  readonly object: string
  readonly outcome: 'ok' | 'denied' | 'failed'
  readonly ip: string
  readonly requestId: string
  readonly detail?: Record<string, unknown>
}
