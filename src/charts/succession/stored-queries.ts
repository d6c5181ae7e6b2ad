import type { QueryObject } from '../../query/query-object.ts'
import { findAnyChart } from '../every-chart.ts'
import type { FormData } from '../parts/form-options.ts'
import { undrawnQueries } from './undrawn.ts'

/** What a saved chart asks, drawn or not; null for a type that the product does not know. */
export function storedQueries(form: FormData): readonly QueryObject[] | null {
  const type = String(form.viz_type ?? '')
  const chart = findAnyChart(type)
  return chart === null ? undrawnQueries(type, form) : chart.query(chart.options.parse(form))
}
