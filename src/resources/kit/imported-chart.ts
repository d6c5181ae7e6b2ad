type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Form data drawn from a dataset of this server; ids of the server it comes from are left out. */
export function onDataset(formData: Readonly<Json>, datasetId: number): Json {
  const { slice_id, dashboards, dashboardId, ...rest } = formData
  return { ...rest, datasource: `${datasetId}__table` }
}

/** A stored query context on a dataset of this server; null when the text is none. */
export function queryContextOn(text: string, datasetId: number): string | null {
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
