import { questionsOf } from '../../charts/chart.ts'
import { findAnyChart } from '../../charts/every-chart.ts'
import type { QueryContext } from '../../query/query-object.ts'
import { readQueryContext } from '../../query/query-wire.ts'
import { Problem } from '../../wire/problem.ts'

type FormData = Readonly<Record<string, unknown>>

interface SavedChart {
  readonly query_context: string | null
  readonly params: string | null
  readonly viz_type: string | null
  readonly datasource_id: number | null
}

/** The query context that was saved with a chart, as on the wire. Throws 400 when there is none. */
export function savedRequest(chart: Pick<SavedChart, 'query_context'>): Record<string, unknown> {
  const saved = objectOf(chart.query_context)
  if (saved === null) throw new Problem(400, 'Chart has no query context saved. Please save the chart again.')
  return saved
}

/** What a saved chart asks: its query context, or what its settings ask where it was saved without one. */
export function chartQuestion(chart: SavedChart): QueryContext {
  const saved = objectOf(chart.query_context)
  if (saved) return readQueryContext(saved)
  const form = objectOf(chart.params) ?? {}
  const known = { viz_type: chart.viz_type, datasource: `${chart.datasource_id}__table` }
  const question = formQuestion({ ...form, ...known })
  if (question === null) throw new Problem(400, 'Chart has no query context saved. Please save the chart again.')
  return question
}

/** All that a saved chart may ask: its query context, and what its settings ask. What cannot be read asks nothing. */
export function chartQuestions(chart: SavedChart): readonly QueryContext[] {
  return [
    { ...chart, params: null },
    { ...chart, query_context: null },
  ].flatMap((part) => {
    if (part.query_context === null && part.params === null) return []
    try {
      return [chartQuestion(part)]
    } catch (cause) {
      if (cause instanceof Problem) return []
      throw cause
    }
  })
}

/** What form data ask, null when the product does not know the type of chart. Throws 403 without a dataset. */
function formQuestion(form: FormData): QueryContext | null {
  const chart = findAnyChart(String(form.viz_type ?? ''))
  if (chart === null) return null
  return {
    datasource: formDataset(form),
    force: false,
    queries: questionsOf(chart, form),
    formData: form,
    resultFormat: 'json',
    resultType: 'full',
    customCacheTimeout: null,
    timeZone: null,
  }
}

/** The dataset of form data: `5__table`, or its number and type apart. */
export function formDataset(form: FormData): QueryContext['datasource'] {
  const text = form.datasource ?? `${form.datasource_id}__${form.datasource_type ?? 'table'}`
  const match = /^(\d{1,9})__(table|dataset)$/.exec(String(text))
  if (match) return { id: Number(match[1]), type: 'table' }
  throw new Problem(403, 'The dataset associated with this chart no longer exists', {
    type: 'FAILED_FETCHING_DATASOURCE_INFO_ERROR',
  })
}

function objectOf(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
