import { storedQueries } from '../../charts/succession/stored-queries.ts'
import { succeed } from '../../charts/succession/succeed.ts'
import { encodeQueryObject } from '../../query/wire/encode.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Form data drawn from a dataset of this server; ids of the server it comes from are left out. */
function onDataset(formData: Readonly<Json>, datasetId: number): Json {
  const { slice_id, dashboards, dashboardId, ...rest } = formData
  return { ...rest, datasource: `${datasetId}__table` }
}

/** A stored query context on a dataset of this server; null when the text is none. */
function queryContextOn(text: string, datasetId: number): string | null {
  let context: unknown
  try {
    context = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(context)) return null
  const queries = Array.isArray(context.queries) ? context.queries : []
  return JSON.stringify({
    ...context,
    datasource: { ...(isObject(context.datasource) ? context.datasource : {}), id: datasetId, type: 'table' },
    ...(isObject(context.form_data) ? { form_data: onDataset(context.form_data, datasetId) } : {}),
    queries: queries.map((query: unknown) =>
      isObject(query) && isObject(query.datasource)
        ? { ...query, datasource: { ...query.datasource, id: datasetId, type: 'table' } }
        : query,
    ),
  })
}

/** What a chart file says that is stored in the record of the chart. */
interface SavedChart {
  readonly viz_type: string
  readonly params: string
  readonly query_context: string | null
}

/**
 * The saved part of a chart file, on a dataset of this server. A chart of a type that is drawn no more comes in as its
 * successor and asks the successor's question; `form_data_bak` keeps its settings as they were.
 */
export function savedChart(
  file: {
    readonly viz_type: string
    readonly params?: Json | null | undefined
    readonly query_context?: string | null | undefined
  },
  datasetId: number,
  now: Date,
): SavedChart {
  const form = onDataset(file.params ?? {}, datasetId)
  const succession = succeed({ ...form, viz_type: file.viz_type }, now)
  if (succession.state !== 'succeeded') {
    const context = file.query_context ? queryContextOn(file.query_context, datasetId) : null
    return { viz_type: file.viz_type, params: JSON.stringify(form), query_context: context }
  }
  return {
    viz_type: String(succession.form.viz_type),
    params: JSON.stringify({ ...succession.form, form_data_bak: form }),
    query_context: questionOf(succession.form, datasetId),
  }
}

function questionOf(form: Readonly<Json>, datasetId: number): string | null {
  const queries = storedQueries(form)
  if (queries === null) return null
  return JSON.stringify({
    datasource: { id: datasetId, type: 'table' },
    force: false,
    queries: queries.map(encodeQueryObject),
    form_data: form,
    result_format: 'json',
    result_type: 'full',
  })
}
