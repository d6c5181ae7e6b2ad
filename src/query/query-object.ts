/** What a chart asks of a dataset, in our own shape. `query-wire.ts` reads and writes the shape on the wire. */
export interface QueryObject {
  readonly columns: readonly Column[]
  /** Null asks for raw rows; an empty list asks for the distinct combinations of the columns. */
  readonly metrics: readonly Metric[] | null
  readonly filters: readonly QueryFilter[]
  readonly extras: QueryExtras
  /** The time column that `timeRange` bounds and that is shown as `__timestamp` when `isTimeseries` is set. */
  readonly granularity: string | null
  readonly timeRange: string | null
  readonly timeShift: string | null
  readonly timeOffsets: readonly string[]
  /** Shifted series may reach beyond the range of the main one. */
  readonly timeCompareFullRange: boolean
  readonly isTimeseries: boolean
  readonly isRowcount: boolean
  readonly seriesColumns: readonly Column[]
  /** 0 is no limit. */
  readonly seriesLimit: number
  readonly seriesLimitMetric: Metric | null
  readonly groupOthers: boolean
  /** Null and 0 leave only the server's own limit. */
  readonly rowLimit: number | null
  readonly rowOffset: number
  readonly orderDesc: boolean
  readonly orderby: readonly OrderBy[]
  readonly appliedTimeExtras: Readonly<Record<string, string>>
  readonly applyFetchValuesPredicate: boolean
  readonly annotationLayers: readonly AnnotationLayer[]
  readonly postProcessing: readonly PostProcessingStep[]
  readonly urlParams: Readonly<Record<string, string>>
  /** Overrides the result type of the whole request. */
  readonly resultType: ResultType | null
}

export interface SqlColumn {
  readonly kind: 'column'
  readonly sqlExpression: string
  readonly label: string
  /** The x-axis of a time series chart: a temporal one is truncated to `timeGrain`. */
  readonly columnType: 'BASE_AXIS' | 'SERIES' | null
  readonly timeGrain: string | null
  /** `sqlExpression` is the name of a column, not SQL. */
  readonly isColumnReference: boolean
}
export type Column = string | SqlColumn

export interface SimpleMetric {
  readonly kind: 'simple'
  readonly column: string
  readonly aggregate: string
  /** Null is the label made from aggregate and column. */
  readonly label: string | null
}
export interface SqlMetric {
  readonly kind: 'sql'
  readonly sqlExpression: string
  readonly label: string | null
}
/** A text is the name of a saved metric. */
export type Metric = string | SimpleMetric | SqlMetric

export const FILTER_OPERATORS = [
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'LIKE',
  'NOT LIKE',
  'ILIKE',
  'NOT ILIKE',
  'IS NULL',
  'IS NOT NULL',
  'IN',
  'NOT IN',
  'IS TRUE',
  'IS FALSE',
  'TEMPORAL_RANGE',
] as const
/** Taken besides; the recorded list of operators in refusals does not name it. */
export const REGEX_OPERATOR = 'REGEX' as const
export type FilterOperator = (typeof FILTER_OPERATORS)[number] | typeof REGEX_OPERATOR
export type FilterScalar = string | number | boolean | null
export type FilterValue = FilterScalar | readonly FilterScalar[]

export interface QueryFilter {
  readonly column: Column
  readonly op: FilterOperator
  readonly value: FilterValue
  readonly grain: string | null
  readonly isExtra: boolean
}

export type OrderBy = readonly [target: Column | Metric, isAscending: boolean]
export type RelativeAnchor = 'today' | 'now'

export interface QueryExtras {
  readonly where: string
  readonly having: string
  readonly timeGrain: string | null
  readonly relativeStart: RelativeAnchor | null
  readonly relativeEnd: RelativeAnchor | null
  readonly instantTimeComparisonRange: string | null
  readonly columnOrder: readonly string[] | null
}

/** Options keep their names on the wire, which are their documented names. A null step is skipped. */
export type PostProcessingStep = {
  readonly operation: string
  readonly options: Readonly<Record<string, unknown>>
} | null

export interface AnnotationLayer {
  readonly name: string
  readonly annotationType: 'FORMULA' | 'INTERVAL' | 'EVENT' | 'TIME_SERIES'
  readonly sourceType: '' | 'line' | 'NATIVE' | 'table' | null
  /** A formula, or the id of a chart or of an annotation layer. */
  readonly value: unknown
  readonly show: boolean
  readonly overrides: Readonly<Record<string, unknown>> | null
  /** Every other field, under its name on the wire. */
  readonly rest: Readonly<Record<string, unknown>>
}

export const RESULT_TYPES = [
  'columns',
  'full',
  'query',
  'results',
  'samples',
  'timegrains',
  'post_processed',
  'drill_detail',
] as const
export type ResultType = (typeof RESULT_TYPES)[number]
export const RESULT_FORMATS = ['csv', 'json', 'xlsx'] as const
export type ResultFormat = (typeof RESULT_FORMATS)[number]
export const DATASOURCE_TYPES = ['table', 'dataset', 'query', 'saved_query', 'view'] as const
type DatasourceType = (typeof DATASOURCE_TYPES)[number]

export interface DatasourceRef {
  readonly id: number | string
  readonly type: DatasourceType
}

/** A whole request of `POST /api/v1/chart/data`. */
export interface QueryContext {
  readonly datasource: DatasourceRef
  readonly force: boolean
  readonly queries: readonly QueryObject[]
  readonly formData: Readonly<Record<string, unknown>> | null
  readonly resultFormat: ResultFormat
  readonly resultType: ResultType
  readonly customCacheTimeout: number | null
  /** The zone whose clock its relative times are read by; null leaves that of the product. */
  readonly timeZone: string | null
}

const EMPTY_EXTRAS: QueryExtras = {
  where: '',
  having: '',
  timeGrain: null,
  relativeStart: null,
  relativeEnd: null,
  instantTimeComparisonRange: null,
  columnOrder: null,
}

/** A whole query object from the parts that matter; everything left out has the default of the wire. */
export function queryObject(
  parts: Omit<Partial<QueryObject>, 'extras'> & { readonly extras?: Partial<QueryExtras> },
): QueryObject {
  return {
    columns: [],
    metrics: null,
    filters: [],
    granularity: null,
    timeRange: null,
    timeShift: null,
    timeOffsets: [],
    timeCompareFullRange: false,
    isTimeseries: false,
    isRowcount: false,
    seriesColumns: [],
    seriesLimit: 0,
    seriesLimitMetric: null,
    groupOthers: false,
    rowLimit: null,
    rowOffset: 0,
    orderDesc: true,
    orderby: [],
    appliedTimeExtras: {},
    applyFetchValuesPredicate: false,
    annotationLayers: [],
    postProcessing: [],
    urlParams: {},
    resultType: null,
    ...parts,
    extras: { ...EMPTY_EXTRAS, ...parts.extras },
  }
}

/** The label of a column in the answer. */
export function columnLabel(column: Column): string {
  return typeof column === 'string' ? column : column.label
}

/** The label of a metric in the answer. */
export function metricLabel(metric: Metric): string {
  if (typeof metric === 'string') return metric
  if (metric.label) return metric.label
  return metric.kind === 'simple' ? `${metric.aggregate}(${metric.column})` : metric.sqlExpression
}

/** True for a metric rather than a column or a label. */
export function isMetric(target: Column | Metric): target is SimpleMetric | SqlMetric {
  return typeof target !== 'string' && target.kind !== 'column'
}
