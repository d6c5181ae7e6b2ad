import { metricLabel, type PostProcessingStep, type QueryObject, queryObject } from '../../query/query-object.ts'
import { baseAxis, baseQuery } from '../parts/base-query.ts'
import { xLabelOf } from '../parts/series-query.ts'
import type { BigNumberOptions, BigNumberTotalOptions } from './options.ts'

export function bigNumberTotalQuery(options: BigNumberTotalOptions): readonly QueryObject[] {
  return [queryObject({ ...baseQuery(options), metrics: options.metric === null ? [] : [options.metric] })]
}

export function bigNumberQuery(options: BigNumberOptions): readonly QueryObject[] {
  const base = baseQuery(options)
  const metrics = options.metric === null ? [] : [options.metric]
  const hasAxis = options.xAxis !== null
  const trend = queryObject({
    ...base,
    columns: options.xAxis === null ? [] : [baseAxis(options.xAxis, base.extras.timeGrain)],
    metrics,
    granularity: base.granularity ?? (hasAxis ? null : options.granularity),
    isTimeseries: !hasAxis,
    postProcessing: steps(options, metrics.map(metricLabel)),
  })
  if (options.aggregation !== 'raw') return [trend]
  return [trend, queryObject({ ...base, metrics })]
}

function steps(options: BigNumberOptions, labels: readonly string[]): readonly PostProcessingStep[] {
  const aggregates = Object.fromEntries(labels.map((label) => [label, { operator: 'mean' }]))
  return [
    {
      operation: 'pivot',
      options: { index: [xLabelOf(options.xAxis)], columns: [], aggregates, drop_missing_columns: true },
    },
    rolling(options, labels),
    resample(options),
    { operation: 'flatten', options: {} },
  ].filter((step) => step !== null)
}

function rolling({ rollingType, rollingPeriods, minPeriods }: BigNumberOptions, labels: readonly string[]) {
  if (rollingType === null) return null
  const columns = Object.fromEntries(labels.map((label) => [label, label]))
  if (rollingType === 'cumsum') return { operation: 'cum', options: { operator: 'sum', columns } }
  return {
    operation: 'rolling',
    options: { rolling_type: rollingType, window: rollingPeriods ?? 1, min_periods: minPeriods ?? 0, columns },
  }
}

function resample({ resampleRule, resampleMethod }: BigNumberOptions) {
  if (!resampleRule || !resampleMethod) return null
  const isZero = resampleMethod === 'zerofill'
  return {
    operation: 'resample',
    options: { method: isZero ? 'asfreq' : resampleMethod, rule: resampleRule, ...(isZero ? { fill_value: 0 } : {}) },
  }
}
