import type { Row } from '../../metadata/tables.server.ts'
import type { QueryContext } from '../../query/query-object.ts'
import { Problem } from '../../wire/problem.ts'
import { chartQuestion } from '../chart/saved-request.server.ts'

type Chart = Row<'charts'>
type Extra = Readonly<Record<string, unknown>>

/** What a chart asks on its own, or on a dashboard with what the filters there ask of it. Throws a Problem. */
export function questionOf(
  chart: Chart,
  onDashboard: { readonly id: number; readonly extra: Extra } | null,
): QueryContext {
  const form = { ...formOf(chart), slice_id: chart.id }
  const shown = onDashboard ? { ...form, dashboardId: onDashboard.id, extra_form_data: onDashboard.extra } : form
  try {
    return chartQuestion({ ...chart, query_context: null, params: JSON.stringify(shown) })
  } catch (cause) {
    const isFiltered = onDashboard !== null && Object.keys(onDashboard.extra).length > 0
    if (!(cause instanceof Problem) || isFiltered) throw cause
    return chartQuestion(chart)
  }
}

/** The settings of a chart; none where they cannot be read. */
export function formOf({ params }: Pick<Chart, 'params'>): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(params ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
