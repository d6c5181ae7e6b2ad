import { questionsOf } from '../../charts/chart.ts'
import { findChart } from '../../charts/charts.ts'
import type { FormData } from '../../charts/parts/form-options.ts'
import type { DatasourceRef, QueryContext, ResultFormat, ResultType } from '../../query/query-object.ts'

export type { FormData }

/** What a dashboard adds to a chart: filters and overrides in the shape of `extra_form_data`. */
export type ExtraFormData = Readonly<Record<string, unknown>>

export interface RequestParts {
  readonly extra?: ExtraFormData | null
  readonly force?: boolean
  readonly resultType?: ResultType
  readonly resultFormat?: ResultFormat
  /** The zone whose clock relative times are read by; without it, that of the product. */
  readonly timeZone?: string | null
}

/** The dataset of a chart, from `5__table`. */
export function datasourceOf(formData: FormData): DatasourceRef | null {
  const match = /^(\d+)__(table|query|saved_query|dataset|view)$/.exec(String(formData.datasource ?? ''))
  if (!match) return null
  return { id: Number(match[1]), type: match[2] as DatasourceRef['type'] }
}

/** The whole question of a chart, or null when its type or its dataset is not known. */
export function chartRequest(formData: FormData, parts: RequestParts = {}): QueryContext | null {
  const chart = findChart(String(formData.viz_type ?? ''))
  const datasource = datasourceOf(formData)
  if (chart === null || datasource === null) return null
  const effective = withExtra(formData, parts.extra ?? null)
  return {
    datasource,
    force: parts.force ?? false,
    queries: questionsOf(chart, effective),
    formData: effective,
    resultFormat: parts.resultFormat ?? 'json',
    resultType: parts.resultType ?? 'full',
    customCacheTimeout: null,
    timeZone: parts.timeZone ?? null,
  }
}

function withExtra(formData: FormData, extra: ExtraFormData | null): FormData {
  if (extra === null || Object.keys(extra).length === 0) return formData
  const own = formData.extra_form_data
  return { ...formData, extra_form_data: own && typeof own === 'object' ? { ...own, ...extra } : extra }
}
