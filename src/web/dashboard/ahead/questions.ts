import type { QueryClient } from '@tanstack/react-query'
import { findChart } from '../../../charts/charts.ts'
import { colorScale } from '../../../charts/parts/color-scale.ts'
import { clausesOf, extraFormDataFor, type FilterInputs, missingFilters } from '../../../query/data-mask/clauses.ts'
import { toggledMask } from '../../../query/data-mask/cross-filter.ts'
import { hasOwnTimeColumn, withTimeColumn } from '../../../query/data-mask/time-column.ts'
import type { QueryContext } from '../../../query/query-object.ts'
import { encodeQueryContext } from '../../../query/wire/encode.ts'
import { withoutAnnotations } from '../../data/chart-annotations.ts'
import type { ChartAnswer } from '../../data/chart-answer.ts'
import { answerKey } from '../../data/chart-data.ts'
import { chartRequest, type ExtraFormData } from '../../data/chart-request.ts'
import { markSelections } from '../model/mark-selections.ts'
import type { DashboardChart } from '../model/wire.ts'
import { dashboardDatasetsQuery } from '../queries.ts'

/** Marks of a chart whose clicks are prepared for. */
const MOST_MARKS = 24
const MOST_QUESTIONS = 300
/** A chart that took longer would keep the database busy for a click that may never come. */
const MOST_MS = 10_000

/** A question that a click would ask. */
export interface QuestionAhead {
  readonly key: readonly unknown[]
  /** The place of its chart: what is seen first is asked first. */
  readonly rank: number
  readonly body: unknown
}

export interface Scene {
  readonly client: QueryClient
  readonly dashboardId: number
  readonly timeZone: string | null
  readonly inputs: FilterInputs
  readonly charts: ReadonlyMap<number, DashboardChart>
  /** Charts that are seen, from the top. */
  readonly seen: readonly number[]
}

/** What the charts in view would ask after a click on each mark of one of them. */
export function questionsAhead(scene: Scene, emitter: number): readonly QuestionAhead[] {
  const { inputs, seen } = scene
  const others = seen.filter((id) => id !== emitter && isBearable(scene, id))
  const most = Math.min(MOST_MARKS, Math.floor(MOST_QUESTIONS / Math.max(1, others.length)))
  const found = new Map<string, QuestionAhead>()
  for (const selection of selectionsOf(scene, emitter, most)) {
    const mask = toggledMask(emitter, inputs.masks[String(emitter)], selection)
    const masks = { ...inputs.masks, [String(emitter)]: mask }
    const clauses = clausesOf({ ...inputs, masks })
    for (const [rank, id] of others.entries()) {
      const request = requestOf(scene, id, extraFormDataFor(id, clauses) as ExtraFormData)
      if (request === null) continue
      const key = answerKey(request)
      found.set(JSON.stringify(key), { key, rank, body: encodeQueryContext(request) })
    }
  }
  return [...found.values()]
}

/** The request of a chart; null where it cannot be said, or is not asked. */
function requestOf(scene: Scene, chartId: number, extra: ExtraFormData): QueryContext | null {
  const { client, dashboardId, charts, inputs, timeZone } = scene
  const chart = charts.get(chartId)
  if (!chart || missingFilters(chartId, inputs).length > 0) return null
  const needsTime = extra.time_range !== undefined && !hasOwnTimeColumn(chart.formData)
  const datasets = needsTime ? client.getQueryData(dashboardDatasetsQuery(dashboardId).queryKey) : []
  const time = needsTime ? datasets?.find(({ id }) => id === chart.datasetId)?.time : NO_TIME
  if (!time) return null
  const bound = withTimeColumn(extra, chart.formData, time) as ExtraFormData
  const whole = chartRequest({ ...chart.formData, dashboardId }, { extra: bound, timeZone })
  return whole && withoutAnnotations(whole)
}

const NO_TIME = { main: null, columns: [] }

/** What a chart shows under the filters in force. */
function shownBy(scene: Scene, chartId: number): ChartAnswer | null {
  const request = requestOf(scene, chartId, extraFormDataFor(chartId, clausesOf(scene.inputs)) as ExtraFormData)
  return (request && scene.client.getQueryData<ChartAnswer>(answerKey(request))) ?? null
}

function isBearable(scene: Scene, chartId: number): boolean {
  const answer = shownBy(scene, chartId)
  return answer !== null && (answer.isCached || answer.durationMs <= MOST_MS)
}

function selectionsOf(scene: Scene, emitter: number, most: number) {
  const answer = shownBy(scene, emitter)
  const formData = scene.charts.get(emitter)?.formData
  const chart = findChart(String(formData?.viz_type ?? ''))
  if (answer === null || chart === null || answer.rowCount === 0) return []
  const { color, announce } = colorScale({ scheme: null, theme: 'light' })
  const look = { theme: 'light', locale: 'en', width: 600, height: 400, color, announce } as const
  const drawing = chart.draw(chart.options.parse(formData), answer.frames, { ...look, titles: {}, selected: null })
  return markSelections(drawing, most)
}
