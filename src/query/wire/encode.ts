import type { Column, Metric, QueryContext, QueryFilter, QueryObject } from '../query-object.ts'
import { TIME_ZONE_FIELD } from '../time-range/zone.ts'
import type { WireQueryContext, WireQueryObject } from './schema.ts'

/** Writes one query for the wire. Everything is written, so that a reader needs no defaults. */
export function encodeQueryObject(query: QueryObject): WireQueryObject {
  return {
    columns: query.columns.map(encodeColumn),
    ...(query.metrics === null ? {} : { metrics: query.metrics.map(encodeMetric) }),
    filters: query.filters.map(encodeFilter),
    extras: encodeExtras(query),
    ...present({
      granularity: query.granularity,
      time_range: query.timeRange,
      time_shift: query.timeShift,
      series_limit_metric: query.seriesLimitMetric === null ? null : encodeMetric(query.seriesLimitMetric),
      row_limit: query.rowLimit,
      result_type: query.resultType,
    }),
    ...flags(query),
    time_offsets: [...query.timeOffsets],
    series_columns: query.seriesColumns.map(encodeColumn),
    series_limit: query.seriesLimit,
    row_offset: query.rowOffset,
    order_desc: query.orderDesc,
    orderby: query.orderby.map(([target, ascending]) => [encodeTarget(target), ascending]),
    applied_time_extras: { ...query.appliedTimeExtras },
    annotation_layers: query.annotationLayers.map(({ rest, ...layer }) => ({
      ...rest,
      ...layer,
      overrides: layer.overrides && { ...layer.overrides },
    })),
    post_processing: query.postProcessing.map(
      (step) => step && { operation: step.operation as 'pivot', options: { ...step.options } },
    ),
    url_params: { ...query.urlParams },
    custom_params: {},
    custom_form_data: {},
  }
}

/** Writes the whole body of a chart data request. */
export function encodeQueryContext(context: QueryContext): WireQueryContext {
  return {
    datasource: { id: context.datasource.id, type: context.datasource.type },
    force: context.force,
    queries: context.queries.map(encodeQueryObject),
    ...(context.formData ? { form_data: { ...context.formData } } : {}),
    result_format: context.resultFormat,
    result_type: context.resultType,
    ...present({ custom_cache_timeout: context.customCacheTimeout, [TIME_ZONE_FIELD]: context.timeZone }),
  }
}

/** Writes a column: a name, or SQL under a label. */
function encodeColumn(column: Column) {
  if (typeof column === 'string') return column
  return {
    sqlExpression: column.sqlExpression,
    label: column.label,
    expressionType: 'SQL',
    ...present({ columnType: column.columnType, timeGrain: column.timeGrain }),
    ...(column.isColumnReference ? { isColumnReference: true } : {}),
  }
}

/** Writes a metric. `hasCustomLabel` also tells a metric from a column where either may stand. */
function encodeMetric(metric: Metric) {
  if (typeof metric === 'string') return metric
  const label = { ...present({ label: metric.label }), hasCustomLabel: metric.label !== null }
  return metric.kind === 'sql'
    ? { expressionType: 'SQL' as const, sqlExpression: metric.sqlExpression, ...label }
    : {
        expressionType: 'SIMPLE' as const,
        column: { column_name: metric.column },
        aggregate: metric.aggregate,
        ...label,
      }
}

const encodeTarget = (target: Column | Metric) =>
  typeof target !== 'string' && target.kind === 'column' ? encodeColumn(target) : encodeMetric(target)

function encodeFilter(filter: QueryFilter) {
  return {
    col: encodeColumn(filter.column),
    op: filter.op,
    val: typeof filter.value === 'object' && filter.value !== null ? [...filter.value] : filter.value,
    ...present({ grain: filter.grain }),
    ...(filter.isExtra ? { isExtra: true } : {}),
  }
}

function encodeExtras({ extras }: QueryObject): NonNullable<WireQueryObject['extras']> {
  return {
    where: extras.where,
    having: extras.having,
    ...present({
      time_grain_sqla: extras.timeGrain as 'P1D' | null,
      relative_start: extras.relativeStart,
      relative_end: extras.relativeEnd,
      instant_time_comparison_range: extras.instantTimeComparisonRange,
      column_order: extras.columnOrder && [...extras.columnOrder],
    }),
  }
}

function flags(query: QueryObject) {
  return {
    ...(query.isTimeseries ? { is_timeseries: true } : {}),
    ...(query.isRowcount ? { is_rowcount: true } : {}),
    ...(query.groupOthers ? { group_others_when_limit_reached: true } : {}),
    ...(query.timeCompareFullRange ? { time_compare_full_range: true } : {}),
    ...(query.applyFetchValuesPredicate ? { apply_fetch_values_predicate: true } : {}),
  }
}

type Present<Fields> = { [Key in keyof Fields]?: NonNullable<Fields[Key]> }
function present<Fields extends Record<string, unknown>>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Present<Fields>
}
