import type { Dialect } from '../dialect.ts'
import type { NaiveMs } from '../time-range/naive.ts'
import type { BudgetLimits } from './budget.ts'

/** A filter of the request as templates see it. */
export interface TemplateFilter {
  readonly column: string
  readonly op: string
  readonly value: unknown
}

/** Something that a template asks for and that only the caller can find. */
export type TemplateNeed =
  | {
      readonly kind: 'dataset'
      readonly id: number
      readonly includesMetrics: boolean
      readonly columns: readonly string[] | null
    }
  | { readonly kind: 'metric'; readonly name: string; readonly datasetId: number | null }
  | { readonly kind: 'partition'; readonly table: string; readonly column: string | null }

/** All that a template may know. Nothing else is in its reach. */
export interface TemplateContext {
  readonly dialect: Dialect
  /** What the clock of the zone shows. */
  readonly now: NaiveMs
  /** The zone in which times are meant; UTC without it. */
  readonly timeZone?: string
  readonly user: {
    readonly id: number
    readonly username: string
    readonly email: string | null
    readonly roles: readonly string[]
    readonly rowRules: readonly string[]
  } | null
  readonly filters: readonly TemplateFilter[]
  readonly timeRange: string | null
  /** Type of a column of the dataset; null when it has none. */
  readonly columnType: (name: string) => string | null
  /** Parameters of the address and of the form, the address first. */
  readonly urlParams: Readonly<Record<string, string>>
  /** Values under their names: template parameters, `from_dttm`, `to_dttm`, `columns` and the like. */
  readonly variables: Readonly<Record<string, unknown>>
  /** The text for a need, undefined when it is not known yet, null when there is no such thing. */
  readonly find: (need: TemplateNeed) => string | null | undefined
  readonly limits?: BudgetLimits
}

/** Thrown when a need is not known yet. The caller finds it and renders again. */
export class UnmetNeed extends Error {
  readonly need: TemplateNeed
  constructor(need: TemplateNeed) {
    super(`A template needs a ${need.kind}`)
    this.need = need
  }
}

export interface RenderedTemplate {
  readonly text: string
  /** Columns whose filters the template has read. */
  readonly appliedFilters: readonly string[]
  /** Columns whose filters the template applies itself. */
  readonly removedFilters: readonly string[]
  /** Values that the text depends on and that a cache key must hold. */
  readonly cacheKeys: readonly string[]
}
