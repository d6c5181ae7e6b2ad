import type { DatasetModel } from '../dataset-model.ts'
import type { Dialect } from '../dialect.ts'
import type { Pieces } from '../plan/pieces.ts'
import type { QueryObject } from '../query-object.ts'
import type { NaiveMs } from '../time-range/naive.ts'
import type { SqlChecker } from './clause.ts'

/** A row-level rule: of the rows of a dataset, only those that keep the predicate are seen. Several rules are all kept. */
export interface RowRule {
  readonly predicate: string
}

/** What templates of a query may know. */
export interface TemplateScope {
  readonly query: QueryObject
  readonly dataset: DatasetModel
  readonly from: NaiveMs | null
  readonly to: NaiveMs | null
  readonly timeColumn: string | null
}
interface Rendered {
  readonly text: string
  /** Columns whose filters the text has applied itself and that the query leaves out. */
  readonly removedFilters: readonly string[]
  /** Columns whose filters the text has read. */
  readonly appliedFilters: readonly string[]
}

export interface CompileInput {
  readonly dataset: DatasetModel
  readonly query: QueryObject
  readonly dialect: Dialect
  readonly now: Date
  /** The zone whose clock relative times are read by, and at whose times columns that hold instants are bounded; UTC without it. */
  readonly timeZone?: string
  readonly rules: readonly RowRule[]
  readonly maxRows: number
  /** The chart's form data: its x-axis decides which column a dashboard's time column replaces. */
  readonly formData?: Readonly<Record<string, unknown>> | null
  /** Renders the templates of a piece of SQL. Without it the SQL is taken as it is. */
  readonly render?: (sql: string, scope: TemplateScope) => Promise<Rendered> | Rendered
  readonly checker?: SqlChecker
  /** Rewrites the text of a virtual dataset so that every table with a rule is read through it. */
  readonly guardTables?: (sql: string) => Promise<string> | string
  /** True where SQL that is no column of the dataset gives a time. Without it, an axis with a grain is one. */
  readonly isTemporal?: (sql: string) => Promise<boolean> | boolean
  /** Bounds that stand for the query's own time range, as a shifted query has them. */
  readonly bounds?: { readonly since: NaiveMs | null; readonly until: NaiveMs | null }
}

export interface OutputColumn {
  /** The name in the answer. */
  readonly name: string
  /** The name in the SQL, which may be shorter. */
  readonly source: string
  readonly isMetric: boolean
}
export interface RejectedFilter {
  readonly column: string
  readonly reason: 'not_in_datasource' | 'no_temporal_column'
}

export interface CompiledQuery {
  readonly sql: string
  /** What the statement is made of, where it could be asked together with others; else null. */
  readonly pieces: Pieces | null
  /** In the order of the SELECT list. */
  readonly columns: readonly OutputColumn[]
  readonly appliedFilters: readonly { readonly column: string }[]
  readonly rejectedFilters: readonly RejectedFilter[]
  readonly appliedTemplateFilters: readonly string[]
  readonly from: NaiveMs | null
  readonly to: NaiveMs | null
  readonly timeColumn: string | null
  /** The query as it was asked after the server's amendments. */
  readonly query: QueryObject
  /** Epoch milliseconds up to which the same input gives the same, as far as time ranges go; Infinity without any. */
  readonly sameUntil: number
}
