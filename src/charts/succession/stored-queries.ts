import type { QueryObject } from '../../query/query-object.ts'
import { findAnyChart } from '../every-chart.ts'
import type { FormData } from '../parts/form-options.ts'

/** What a saved chart asks; null for a type that the product does not know. */
export function storedQueries(form: FormData): readonly QueryObject[] | null {
  const chart = findAnyChart(String(form.viz_type ?? ''))
  return chart === null ? null : chart.query(chart.options.parse(form))
}
