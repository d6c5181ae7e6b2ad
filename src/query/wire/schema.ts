import { z } from 'zod'
import { DATASOURCE_TYPES, FILTER_OPERATORS, REGEX_OPERATOR, RESULT_FORMATS, RESULT_TYPES } from '../query-object.ts'
import { NAMED_WEEK_GRAINS } from '../time-grain.ts'
import { isTimeZone, NO_TIME_ZONE, TIME_ZONE_FIELD } from '../time-range/zone.ts'
import { flag, list, oneOf, optional, record, text, wholeNumber, wrong } from './field.ts'

const GRAINS = [
  'PT1S',
  'PT5S',
  'PT30S',
  'PT1M',
  'PT5M',
  'PT10M',
  'PT15M',
  'PT30M',
  'PT1H',
  'PT6H',
  'P1D',
  'P1W',
  'P1M',
  'P3M',
  'P1Y',
  '1969-12-28T00:00:00Z/P1W',
  '1969-12-29T00:00:00Z/P1W',
  'P1W/1970-01-03T00:00:00Z',
  'P1W/1970-01-04T00:00:00Z',
] as const

/** Taken besides; the recorded list of grains in refusals does not name them. */
const OWN_GRAINS = ['all', 'P7D', ...NAMED_WEEK_GRAINS]

const OPERATIONS = [
  'aggregate',
  'boxplot',
  'compare',
  'contribution',
  'cum',
  'diff',
  'escape_separator',
  'flatten',
  'geodetic_parse',
  'geohash_decode',
  'geohash_encode',
  'histogram',
  'pivot',
  'prophet',
  'rank',
  'rename',
  'resample',
  'rolling',
  'select',
  'sort',
  'unescape_separator',
] as const

const nested = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape, { error: wrong('Invalid input type.') })

const adhocColumn = nested({
  sqlExpression: text,
  label: optional(text),
  expressionType: optional(text),
  columnType: optional(oneOf(['BASE_AXIS', 'SERIES'])),
  timeGrain: optional(text),
  isColumnReference: optional(flag),
})
const wireColumn = z.union([z.string(), adhocColumn], { error: wrong('Not a valid column.') })

const simpleMetric = nested({
  expressionType: z.literal('SIMPLE'),
  column: nested({ column_name: text }),
  aggregate: optional(text),
  label: optional(text),
  hasCustomLabel: optional(flag),
})
const sqlMetric = nested({
  expressionType: z.literal('SQL'),
  sqlExpression: text,
  label: optional(text),
  hasCustomLabel: optional(flag),
})
/** Very old clients send `{label}` for a saved metric. */
const namedMetric = nested({ label: text })
const wireMetric = z.union([z.string(), simpleMetric, sqlMetric, namedMetric], {
  error: wrong('Not a valid metric.'),
})
const wireTarget = z.union([z.string(), simpleMetric, sqlMetric, adhocColumn, namedMetric], {
  error: wrong('Not a valid column or metric.'),
})

const wireOrder = z
  .array(z.unknown(), { error: wrong('Not a valid tuple.') })
  .refine(({ length }) => length === 2, { error: 'Length must be 2.' })
  .pipe(z.tuple([wireTarget.refine((target) => target !== '', { error: 'orderby column must be populated' }), flag]))

const operator = z
  .string({ error: wrong('Not a valid string.') })
  .refine((op) => [...FILTER_OPERATORS, REGEX_OPERATOR].some((known) => known === op.toUpperCase()), {
    error: `Must be one of: ${FILTER_OPERATORS.join(', ')}.`,
  })

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** Counted before anything is looked at, since that takes its time. */
const MOST_VALUES = 100_000
const fewEnough = z.unknown().refine((value) => !(Array.isArray(value) && value.length > MOST_VALUES), {
  error: `A filter may have at most ${MOST_VALUES} values.`,
})
const wireFilter = nested({
  col: z.union([z.string(), adhocColumn], { error: wrong('Not a valid column.') }),
  op: operator,
  val: fewEnough.pipe(z.union([scalar, z.array(scalar)], { error: 'Not a valid filter value.' }).optional()).optional(),
  grain: optional(text),
  isExtra: optional(flag),
})

/** Unknown settings are refused, since they would change what is asked; `having_druid` and the like are of old clients. */
const wireExtras = z.strictObject(
  {
    where: optional(text),
    having: optional(text),
    time_grain_sqla: optional(oneOf([...GRAINS, ...OWN_GRAINS], GRAINS.join(', '))),
    relative_start: optional(oneOf(['today', 'now'])),
    relative_end: optional(oneOf(['today', 'now'])),
    instant_time_comparison_range: optional(text),
    column_order: optional(list(text)),
    transpile_to_dialect: optional(flag),
    having_druid: z.unknown().optional(),
    druid_time_origin: z.unknown().optional(),
  },
  { error: wrong('Invalid input type.') },
)

const wireStep = nested({
  operation: text.pipe(oneOf(OPERATIONS)),
  options: optional(record),
})

const wireAnnotation = nested({
  name: text,
  annotationType: oneOf(['FORMULA', 'INTERVAL', 'EVENT', 'TIME_SERIES']),
  sourceType: optional(oneOf(['', 'line', 'NATIVE', 'table'])),
  value: z.unknown(),
  show: optional(flag),
  overrides: optional(record),
})

const zone = text.refine(isTimeZone, { error: NO_TIME_ZONE })

const limitOf = (field: string) => optional(wholeNumber(0, `\`${field}\` must be greater than or equal to 0`))

/** One query as it travels; unknown keys are ignored, older names are understood. */
export const wireQueryObject = nested({
  columns: optional(list(wireColumn.nullable())),
  groupby: optional(list(wireColumn.nullable())),
  metrics: optional(list(wireMetric)),
  filters: optional(list(wireFilter)),
  extras: optional(wireExtras),
  where: optional(text),
  having: optional(text),
  granularity: optional(text),
  granularity_sqla: optional(text),
  time_range: optional(text),
  since: optional(text),
  until: optional(text),
  time_shift: optional(text),
  time_offsets: optional(list(text)),
  time_compare_full_range: optional(flag),
  is_timeseries: optional(flag),
  is_rowcount: optional(flag),
  series_columns: optional(list(wireColumn)),
  series_limit: limitOf('series_limit'),
  timeseries_limit: limitOf('timeseries_limit'),
  series_limit_metric: optional(wireMetric),
  timeseries_limit_metric: optional(wireMetric),
  group_others_when_limit_reached: optional(flag),
  row_limit: limitOf('row_limit'),
  row_offset: limitOf('row_offset'),
  order_desc: optional(flag),
  orderby: optional(list(wireOrder)),
  applied_time_extras: optional(record),
  apply_fetch_values_predicate: optional(flag),
  annotation_layers: optional(list(wireAnnotation)),
  post_processing: optional(list(wireStep.nullable())),
  url_params: optional(record),
  result_type: optional(oneOf(RESULT_TYPES)),
})
export type WireQueryObject = z.infer<typeof wireQueryObject>

/** The body of `POST /api/v1/chart/data`. */
export const wireQueryContext = z.strictObject(
  {
    datasource: nested({
      id: z.union([z.number(), z.string()], { error: wrong('Not a valid integer.') }),
      type: oneOf(DATASOURCE_TYPES),
    }),
    queries: list(wireQueryObject),
    force: optional(flag),
    form_data: optional(record),
    result_format: oneOf(RESULT_FORMATS).optional(),
    result_type: oneOf(RESULT_TYPES).optional(),
    custom_cache_timeout: optional(wholeNumber(Number.MIN_SAFE_INTEGER, 'Not a valid integer.')),
    [TIME_ZONE_FIELD]: optional(zone),
    query_context_factory: z.unknown().optional(),
  },
  { error: wrong('Invalid input type.') },
)
export type WireQueryContext = z.infer<typeof wireQueryContext>
