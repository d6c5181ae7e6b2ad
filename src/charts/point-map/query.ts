import type { Metric, QueryObject } from '../../query/query-object.ts'
import { formOptions } from '../parts/form-options.ts'
import { metric } from '../parts/form-query-fields.ts'
import { placedFilters, spatialColumns } from '../parts/maps/spatial.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import type { PointMapOptions } from './options.ts'

const SavedSize = formOptions({ metric: metric('value') })

/** The metric for the size of points, as this product or another one saved it. */
export function sizeMetricOf({ size, savedSize }: PointMapOptions): Metric | null {
  return size ?? (savedSize.type === 'metric' ? SavedSize.parse(savedSize).metric : null)
}

/** One row for each place, and for each group of it. */
export function pointMapQuery(options: PointMapOptions): readonly QueryObject[] {
  const places = spatialColumns(options.places)
  const base = plainQuery(
    options,
    [...places, ...given(options.dimension), ...options.tooltipColumns],
    given(sizeMetricOf(options)),
  )
  return [options.hasPlacedOnly ? { ...base, filters: [...base.filters, ...placedFilters(places)] } : base]
}
