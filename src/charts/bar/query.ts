import { seriesQuery } from '../parts/series-query.ts'
import type { BarOptions } from './options.ts'

export const barQuery = (options: BarOptions) => seriesQuery(options)
