import { allowedRows } from './limits.ts'
import type { Services } from './services.server.ts'

/** What a client asks to run. */
export interface StartRequest {
  readonly clientId: string | null
  readonly databaseId: number
  readonly sql: string
  readonly catalog: string | null
  readonly schema: string | null
  readonly sqlEditorId: string | null
  readonly tab: string | null
  readonly queryLimit: number | null
  readonly isAsync: boolean
  readonly templateParams: string | null
  readonly createAs: { readonly method: 'TABLE' | 'VIEW'; readonly table: string } | null
  /** Values of the page's address, for templates. */
  readonly urlParams: Readonly<Record<string, string>>
}

/** What running queries needs of the server. */
export type RunContext = Pick<
  Services,
  | 'db'
  | 'metadataMark'
  | 'isPostgres'
  | 'conf'
  | 'featureFlags'
  | 'now'
  | 'gateway'
  | 'processId'
  | 'resultsDir'
  | 'shared'
  | 'log'
  | 'audit'
  | 'disk'
  | 'sign'
>
/** Where a request came from, for the audit log. */
export interface Origin {
  readonly ip: string
  readonly requestId: string
}

/** Rows that a run may return: more in the background, where a grid pages them from the store. */
export const rowsOf = ({ conf }: Pick<RunContext, 'conf'>, { queryLimit, isAsync }: StartRequest) =>
  allowedRows(queryLimit, conf.SQL_MAX_ROW, isAsync ? conf.SQLLAB_ROW_CEILING : conf.SQL_MAX_ROW)
