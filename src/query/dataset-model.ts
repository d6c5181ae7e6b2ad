import type { GenericType } from './generic-type.ts'

/** A column of a dataset as the compiler needs it. `expression` makes it a calculated column. */
export interface ColumnModel {
  readonly name: string
  readonly label: string | null
  readonly expression: string | null
  readonly type: string | null
  readonly generic: GenericType | null
  readonly isTemporal: boolean
  /** strftime pattern, `epoch_s` or `epoch_ms` for a time that is kept as text or number. */
  readonly timeFormat: string | null
}

/** A saved metric: an aggregate expression under a name. */
interface MetricModel {
  readonly name: string
  readonly label: string | null
  readonly expression: string
}

/** What a chart can ask about: a table, or the text of a query (`sql`) as a virtual one. */
export interface DatasetModel {
  readonly id: number
  readonly databaseId: number
  readonly name: string
  readonly catalog: string | null
  readonly schema: string | null
  readonly sql: string | null
  readonly mainTimeColumn: string | null
  readonly alwaysFilterMainTime: boolean
  readonly fetchValuesPredicate: string | null
  /** JSON text of the dataset's own template parameters. */
  readonly templateParams: string | null
  readonly cacheTimeoutSec: number | null
  readonly columns: readonly ColumnModel[]
  readonly metrics: readonly MetricModel[]
}
