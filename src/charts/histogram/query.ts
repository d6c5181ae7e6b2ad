import { columnLabel, type QueryObject } from '../../query/query-object.ts'
import { plainQuery } from '../parts/plain-query.ts'
import type { HistogramOptions } from './options.ts'

/** The values as they are stored; the server counts them. */
export function histogramQuery(options: HistogramOptions): readonly QueryObject[] {
  if (options.column === null) return [plainQuery(options, options.groupby, null)]
  const steps = {
    column: columnLabel(options.column),
    groupby: options.groupby.map(columnLabel),
    bins: options.bins,
    ...(options.isCumulative === null ? {} : { cumulative: options.isCumulative }),
    ...(options.isNormalized === null ? {} : { normalize: options.isNormalized }),
  }
  const postProcessing = [{ operation: 'histogram', options: steps }]
  return [plainQuery(options, [...options.groupby, options.column], null, { postProcessing })]
}
