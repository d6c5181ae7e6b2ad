import { Problem } from '../../wire/problem.ts'

/** The query context that was saved with a chart. Throws 400 when there is none. */
export function savedRequest(chart: { readonly query_context: string | null }): Record<string, unknown> {
  const text = chart.query_context
  if (!text) throw new Problem(400, 'Chart has no query context saved. Please save the chart again.')
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (cause) {
    throw new Problem(400, 'Chart has no query context saved. Please save the chart again.', { cause })
  }
}
