import { columnLabel, metricLabel, type QueryObject } from '../../query/query-object.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import { atGrain } from '../parts/time-columns.ts'
import type { BoxPlotOptions } from './options.ts'

/** The values of each group, of which the server makes the figures of a box. */
export function boxPlotQuery(options: BoxPlotOptions): readonly QueryObject[] {
  const own = options.columns.length > 0 ? options.columns : given(options.granularity)
  const steps = {
    ...whiskerSteps(options.whiskers),
    groupby: options.groupby.map(columnLabel),
    metrics: options.metrics.map(metricLabel),
  }
  return [
    plainQuery(options, [...atGrain(options, own), ...options.groupby], options.metrics, {
      seriesColumns: options.groupby,
      seriesLimitMetric: options.seriesLimitMetric ?? options.sortBy,
      postProcessing: [{ operation: 'boxplot', options: steps }],
    }),
  ]
}

function whiskerSteps(whiskers: string) {
  const [, low, high] = /^(\d+)\/(\d+) percentiles$/.exec(whiskers) ?? []
  if (low !== undefined && high !== undefined)
    return { whisker_type: 'percentile', percentiles: [Number(low), Number(high)] }
  return { whisker_type: whiskers.startsWith('Min/max') ? 'min/max' : 'tukey' }
}
