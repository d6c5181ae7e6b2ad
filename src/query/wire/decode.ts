import {
  type AnnotationLayer,
  type Column,
  columnLabel,
  FILTER_OPERATORS,
  type FilterOperator,
  type Metric,
  type OrderBy,
  type PostProcessingStep,
  type QueryContext,
  type QueryFilter,
  type QueryObject,
  queryObject,
  REGEX_OPERATOR,
  type RelativeAnchor,
} from '../query-object.ts'
import { knownGrain } from '../time-grain.ts'
import { TIME_ZONE_FIELD } from '../time-range/zone.ts'
import { readFlag, readWholeNumber } from './field.ts'
import type { WireQueryContext, WireQueryObject } from './schema.ts'

type Loose = Readonly<Record<string, unknown>>

/** Reads one query of the wire, older names included. */
export function decodeQueryObject(wire: WireQueryObject): QueryObject {
  const columns = named(wire.groupby?.length ? wire.groupby : wire.columns).map(decodeColumn)
  const metrics = wire.metrics ? wire.metrics.map(decodeMetric) : null
  return queryObject({
    columns,
    metrics,
    filters: (wire.filters ?? []).map(decodeFilter),
    extras: decodeExtras(wire),
    ...decodeTime(wire),
    ...decodeLimits(wire),
    isRowcount: isSet(wire.is_rowcount),
    seriesColumns: seriesColumnsOf(wire, columns, isSet(wire.is_timeseries) && metrics !== null),
    orderby: distinctOrder(
      (wire.orderby ?? []).map(([target, ascending]): OrderBy => [decodeTarget(target), isSet(ascending)]),
    ),
    appliedTimeExtras: textsOf(wire.applied_time_extras),
    applyFetchValuesPredicate: isSet(wire.apply_fetch_values_predicate),
    annotationLayers: (wire.annotation_layers ?? []).map(decodeAnnotation),
    postProcessing: (wire.post_processing ?? []).map(decodeStep),
    urlParams: textsOf(wire.url_params),
    resultType: wire.result_type ?? null,
  })
}

type WireColumns = NonNullable<WireQueryObject['columns']>

/** The columns that have a name: empty ones stand for nothing (specification: charts, section 5). */
const named = (columns: WireColumns | null | undefined) =>
  (columns ?? []).filter((column): column is NonNullable<WireColumns[number]> => column !== null && column !== '')

/** The first order of everything that is ordered by; a later one of the same can change nothing. */
function distinctOrder(orders: readonly OrderBy[]): readonly OrderBy[] {
  const targets = orders.map(([target]) => JSON.stringify(target))
  return orders.filter((_, i) => targets.indexOf(targets[i] ?? '') === i)
}

function decodeTime(wire: WireQueryObject) {
  return {
    granularity: wire.granularity || wire.granularity_sqla || null,
    timeRange: wire.time_range ?? rangeOfEnds(wire),
    timeShift: wire.time_shift || null,
    timeOffsets: wire.time_offsets ?? [],
    timeCompareFullRange: isSet(wire.time_compare_full_range),
    isTimeseries: isSet(wire.is_timeseries),
  }
}

function decodeLimits(wire: WireQueryObject) {
  const metric = wire.series_limit_metric ?? wire.timeseries_limit_metric
  return {
    seriesLimit: readWholeNumber(wire.series_limit ?? wire.timeseries_limit) ?? 0,
    seriesLimitMetric: metric ? decodeMetric(metric) : null,
    groupOthers: isSet(wire.group_others_when_limit_reached),
    rowLimit: readWholeNumber(wire.row_limit),
    rowOffset: readWholeNumber(wire.row_offset) ?? 0,
    orderDesc: wire.order_desc == null || isSet(wire.order_desc),
  }
}

const decodeStep = (step: NonNullable<WireQueryObject['post_processing']>[number]): PostProcessingStep =>
  step ? { operation: step.operation, options: step.options ?? {} } : null

/** Reads the whole body of a chart data request. */
export function decodeQueryContext(wire: WireQueryContext): QueryContext {
  return {
    datasource: { id: wire.datasource.id, type: wire.datasource.type },
    force: isSet(wire.force),
    queries: wire.queries.map(decodeQueryObject),
    formData: wire.form_data ?? null,
    resultFormat: wire.result_format ?? 'json',
    resultType: wire.result_type ?? 'full',
    customCacheTimeout: readWholeNumber(wire.custom_cache_timeout),
    timeZone: wire[TIME_ZONE_FIELD] ?? null,
  }
}

const isSet = (value: unknown) => value != null && readFlag(value) === true

/** Without series columns of its own, a time series has one series per combination of its columns. */
function seriesColumnsOf(wire: WireQueryObject, columns: readonly Column[], isSeries: boolean): readonly Column[] {
  if (wire.series_columns) return wire.series_columns.map(decodeColumn)
  return isSeries ? columns : []
}

function rangeOfEnds(wire: WireQueryObject): string | null {
  if (wire.since == null && wire.until == null) return null
  return `${wire.since ?? ''} : ${wire.until ?? ''}`
}

function decodeExtras(wire: WireQueryObject) {
  const extras = wire.extras
  return {
    where: extras?.where || wire.where || '',
    having: extras?.having || wire.having || '',
    timeGrain: decodeGrain(extras?.time_grain_sqla),
    relativeStart: (extras?.relative_start ?? null) as RelativeAnchor | null,
    relativeEnd: (extras?.relative_end ?? null) as RelativeAnchor | null,
    instantTimeComparisonRange: extras?.instant_time_comparison_range || null,
    columnOrder: extras?.column_order ?? null,
  }
}

const decodeGrain = (grain: unknown) => (typeof grain === 'string' && grain !== '' ? knownGrain(grain) : null)

/** Reads a column: a name, or SQL under a label. */
function decodeColumn(column: string | Loose): Column {
  if (typeof column === 'string') return column
  const sqlExpression = String(column.sqlExpression ?? '')
  const type = column.columnType
  return {
    kind: 'column',
    sqlExpression,
    label: textOr(column.label, sqlExpression),
    columnType: type === 'BASE_AXIS' || type === 'SERIES' ? type : null,
    timeGrain: decodeGrain(column.timeGrain),
    isColumnReference: isSet(column.isColumnReference),
  }
}

/** Reads a metric: the name of a saved one, an aggregate of a column, or SQL. */
function decodeMetric(metric: string | Loose): Metric {
  if (typeof metric === 'string') return metric
  const label = textOr(metric.label, null)
  if (metric.expressionType === 'SQL') {
    return { kind: 'sql', sqlExpression: String(metric.sqlExpression ?? ''), label }
  }
  const column = metric.column as Loose | null | undefined
  if (metric.expressionType !== 'SIMPLE' || typeof column?.column_name !== 'string') return label ?? ''
  return {
    kind: 'simple',
    column: column.column_name,
    aggregate: textOr(metric.aggregate, 'COUNT'),
    label,
  }
}

function decodeTarget(target: string | Loose): Column | Metric {
  if (typeof target === 'string') return target
  const isColumn =
    'sqlExpression' in target && (!('hasCustomLabel' in target || 'optionName' in target) || isAxis(target))
  return isColumn ? decodeColumn(target) : decodeMetric(target)
}
const isAxis = (target: Loose) => target.columnType != null || target.isColumnReference != null

function decodeFilter(filter: NonNullable<WireQueryObject['filters']>[number]): QueryFilter {
  const op = filter.op.toUpperCase()
  return {
    column: decodeColumn(filter.col),
    op: [...FILTER_OPERATORS, REGEX_OPERATOR].find((known) => known === op) ?? ('==' satisfies FilterOperator),
    value: filter.val ?? null,
    grain: filter.grain ?? null,
    isExtra: isSet(filter.isExtra),
  }
}

function decodeAnnotation(layer: NonNullable<WireQueryObject['annotation_layers']>[number]): AnnotationLayer {
  const { name, annotationType, sourceType, value, show, overrides, ...rest } = layer
  return {
    name,
    annotationType,
    sourceType: sourceType ?? null,
    value,
    show: show == null || isSet(show),
    overrides: overrides ?? null,
    rest,
  }
}

function textOr<Else>(value: unknown, otherwise: Else): string | Else {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

function textsOf(value: Loose | null | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(value ?? {}).map(([key, item]) => [key, String(item)]))
}

/** Entries of `series_columns` that the columns lack. */
export function missingSeriesColumns(query: QueryObject): readonly string[] {
  const known = new Set(query.columns.map(columnLabel))
  return query.seriesColumns.map(columnLabel).filter((label) => !known.has(label))
}
