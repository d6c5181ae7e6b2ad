import { seriesQuery } from '../parts/series-query.ts'
import type { MixedOptions } from './options.ts'

export const mixedQuery = ({ first, second }: MixedOptions) => [...seriesQuery(first), ...seriesQuery(second)]
