import type { QueryObject } from '../../query/query-object.ts'
import { byMetricQuery, given } from '../parts/plain-query.ts'
import type { CountryMapOptions } from './options.ts'

export const countryMapQuery = (options: CountryMapOptions): readonly QueryObject[] => [
  byMetricQuery(options, given(options.entity), given(options.metric)),
]
