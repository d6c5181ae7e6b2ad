import { seriesQuery } from '../parts/series-query.ts'
import type { LineOptions } from './options.ts'

export const lineQuery = (options: LineOptions) => seriesQuery(options)
