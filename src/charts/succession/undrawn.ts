import {
  type Column,
  columnLabel,
  type Metric,
  metricLabel,
  type OrderBy,
  type QueryObject,
  queryObject,
} from '../../query/query-object.ts'
import { baseAxis, baseQuery } from '../parts/base-query.ts'
import { asFlag, type FormData, field, flag, formOptions, number, text } from '../parts/form-options.ts'
import { column, columns, metric, queryFields } from '../parts/form-query-fields.ts'

const commonFields = {
  ...queryFields,
  metric: metric('metric'),
  sortByMetric: flag('sort_by_metric', false),
  limit: number('limit'),
  seriesLimit: number('series_limit'),
} as const

const treemap = formOptions({ ...commonFields, dimensions: columns('groupby') })
const sunburst = formOptions({ ...commonFields, dimensions: columns('columns'), second: metric('secondary_metric') })
const sankey = formOptions({ ...commonFields, source: column('source'), target: column('target') })
const bubble = formOptions({
  ...commonFields,
  entity: columns('entity'),
  series: columns('series'),
  x: metric('x'),
  y: metric('y'),
  size: metric('size'),
})
const heatmap = formOptions({
  ...commonFields,
  xAxis: column('x_axis'),
  groupby: columns('groupby'),
  normalizeAcross: text('normalize_across'),
  sortX: text('sort_x_axis'),
  sortY: text('sort_y_axis'),
})
const histogram = formOptions({
  ...commonFields,
  column: column('column'),
  groupby: columns('groupby'),
  bins: number('bins', 5),
  isCumulative: field<boolean | null>('cumulative', asFlag, null),
  isNormalized: field<boolean | null>('normalize', asFlag, null),
})

/** Questions of successors that the product does not draw, so that their charts still answer with data. */
const QUESTIONS: Readonly<Record<string, (form: FormData) => readonly QueryObject[]>> = {
  treemap_v2: (form) => {
    const options = treemap.parse(form)
    return [byMetric(options, options.dimensions, given(options.metric))]
  },
  sunburst_v2: (form) => {
    const options = sunburst.parse(form)
    return [byMetric(options, options.dimensions, given(options.metric, options.second))]
  },
  sankey_v2: (form) => {
    const options = sankey.parse(form)
    return [byMetric(options, given(options.source, options.target), given(options.metric))]
  },
  bubble_v2: (form) => {
    const options = bubble.parse(form)
    return [question(options, [...options.entity, ...options.series], given(options.x, options.y, options.size))]
  },
  heatmap_v2: heatmapQuestion,
  histogram_v2: histogramQuestion,
}

/** What a chart of a type that the product does not draw asks; null for a type that is not known at all. */
export function undrawnQueries(vizType: string, form: FormData): readonly QueryObject[] | null {
  return Object.hasOwn(QUESTIONS, vizType) ? (QUESTIONS[vizType]?.(form) ?? null) : null
}

type Common = ReturnType<typeof treemap.parse>
type Shared = Omit<Common, 'dimensions'>
const onceEach = <T>(all: readonly T[], label: (one: T) => string): readonly T[] =>
  all.filter((one, i) => all.findIndex((other) => label(other) === label(one)) === i)
const given = <T>(...values: readonly (T | null)[]): T[] => values.filter((value) => value !== null)

function question(
  options: Shared,
  asked: readonly Column[],
  measures: readonly Metric[] | null,
  more: Partial<QueryObject> = {},
): QueryObject {
  return queryObject({
    ...baseQuery(options),
    columns: onceEach(asked, columnLabel),
    metrics: measures === null ? null : onceEach(measures, metricLabel),
    seriesLimit: options.seriesLimit ?? options.limit ?? 0,
    ...more,
  })
}

function byMetric(options: Shared, asked: readonly Column[], measures: readonly Metric[]): QueryObject {
  const orderby: readonly OrderBy[] = options.sortByMetric && options.metric !== null ? [[options.metric, false]] : []
  return question(options, asked, measures, { orderby })
}

function heatmapQuestion(form: FormData): readonly QueryObject[] {
  const options = heatmap.parse(form)
  const asked = [...given(options.xAxis), ...options.groupby]
  const label = options.metric === null ? null : metricLabel(options.metric)
  const sorted = (order: string | null, own: Column | undefined): readonly OrderBy[] => {
    const target = order?.includes('value') ? label : (own ?? null)
    return order === null || target === null ? [] : [[target, order.includes('asc')]]
  }
  const group = { x: options.xAxis, y: options.groupby[0] ?? null }[options.normalizeAcross ?? '']
  const steps = { metric: label, ...(group ? { group_by: columnLabel(group) } : {}) }
  const axis = given(options.xAxis).map((one) => baseAxis(one, options.timeGrain))
  return [
    question(options, [...axis, ...options.groupby], given(options.metric), {
      orderby: [...sorted(options.sortX, asked[0]), ...sorted(options.sortY, asked[1])],
      postProcessing: label === null ? [] : [{ operation: 'rank', options: steps }],
    }),
  ]
}

function histogramQuestion(form: FormData): readonly QueryObject[] {
  const options = histogram.parse(form)
  if (options.column === null) return [question(options, options.groupby, null)]
  const steps = {
    column: columnLabel(options.column),
    groupby: options.groupby.map(columnLabel),
    bins: options.bins,
    ...(options.isCumulative === null ? {} : { cumulative: options.isCumulative }),
    ...(options.isNormalized === null ? {} : { normalize: options.isNormalized }),
  }
  const postProcessing = [{ operation: 'histogram', options: steps }]
  return [question(options, [...options.groupby, options.column], null, { postProcessing })]
}
