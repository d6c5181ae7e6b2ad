import { encodeQueryContext } from '../../../query/wire/encode.ts'
import { chartRequest, datasourceOf, type FormData } from '../../data/chart-request.ts'

export interface SaveRequest {
  readonly slice_name: string
  readonly viz_type: string
  readonly datasource_id: number
  readonly datasource_type: string
  readonly params: string
  readonly query_context: string | null
  readonly dashboards: readonly number[]
  readonly owners: readonly number[]
}

/** The body that saves a chart: its settings, and its question for those who read it without the settings. */
export function saveRequest(
  form: FormData,
  name: string,
  { dashboards, owners }: Pick<SaveRequest, 'dashboards' | 'owners'>,
): SaveRequest {
  const { slice_id: _id, url_params: _url, extra_form_data: _extra, ...own } = form
  const params = { ...own, dashboards }
  const datasource = datasourceOf(form)
  const request = chartRequest(params)
  return {
    slice_name: name,
    viz_type: String(form.viz_type),
    datasource_id: Number(datasource?.id),
    datasource_type: String(datasource?.type ?? 'table'),
    params: JSON.stringify(params),
    query_context: request === null ? null : JSON.stringify(encodeQueryContext(request)),
    dashboards,
    owners,
  }
}
