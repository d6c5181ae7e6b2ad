import { bootstrap } from '../app/bootstrap.ts'
import type { EditorSettings } from './model/new-editor.ts'

export interface PageSettings extends EditorSettings {
  /** 0 is no limit. */
  readonly resultTimeoutSec: number
  readonly canEstimate: boolean
  readonly hasTemplates: boolean
  readonly canSchedule: boolean
}

const DEFAULT_LIMIT = 1000
const DEFAULT_MAX_ROW = 100_000

/** What the server's configuration says about the editor. */
export function pageSettings(): PageSettings {
  const { conf, feature_flags: flags } = bootstrap().common
  return {
    defaultDbId: numberOf(conf.SQLLAB_DEFAULT_DBID),
    defaultQueryLimit: numberOf(conf.DEFAULT_SQLLAB_LIMIT) ?? DEFAULT_LIMIT,
    maxRow: numberOf(conf.SQLLAB_ROW_CEILING) ?? numberOf(conf.SQL_MAX_ROW) ?? DEFAULT_MAX_ROW,
    isPersisted: flags.SQLLAB_BACKEND_PERSISTENCE !== false,
    resultTimeoutSec: numberOf(conf.SQLLAB_QUERY_RESULT_TIMEOUT) ?? 0,
    canEstimate: flags.ESTIMATE_QUERY_COST === true,
    canSchedule:
      typeof conf.SCHEDULED_QUERIES === 'object' &&
      conf.SCHEDULED_QUERIES !== null &&
      'JSONSCHEMA' in conf.SCHEDULED_QUERIES,
    hasTemplates: flags.ENABLE_TEMPLATE_PROCESSING !== false,
  }
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
