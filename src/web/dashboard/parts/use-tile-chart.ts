import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { extraFormDataFor, missingFilters } from '../../../query/data-mask/clauses.ts'
import type { ExtraFormData as MaskExtra, NativeFilter } from '../../../query/data-mask/filter-config.ts'
import {
  type DatasetTime,
  hasOwnTimeColumn,
  timeColumnOf,
  withTimeColumn,
} from '../../../query/data-mask/time-column.ts'
import { type ChartHandle, useChart } from '../../data/chart-data.ts'
import type { ExtraFormData, FormData } from '../../data/chart-request.ts'
import { useServerPage } from '../../data/use-server-page.ts'
import { useChartInfo } from '../charts-context.ts'
import { useFilterView } from '../filters/filter-inputs.tsx'
import type { DashboardChart } from '../model/wire.ts'
import { dashboardDatasetsQuery, datasetQuery } from '../queries.ts'
import { useDashboard } from '../store.ts'
import { useUrlState } from '../url-context.ts'
import { useInView } from './use-in-view.ts'

const BELOW_VIEW_RANK = 1_000
const NO_FORM: FormData = {}

export interface TileChart {
  readonly chart: DashboardChart | null
  /** Why the chart itself could not be read. */
  readonly error: Error | null
  readonly handle: ChartHandle
  /** The saved settings, naming the dashboard, which may open its charts to those who see no dataset. */
  readonly form: FormData
  /** The settings, with the page that is asked for. */
  readonly formData: FormData
  setPage(page: number): void
  readonly extra: ExtraFormData
  /** Required filters that have no value yet. */
  readonly missing: readonly NativeFilter[]
  /** False when no time range can bound the chart. */
  readonly hasTime: boolean
}

/** The data of a tile: asked when the tile comes near, under the filters that reach it. */
export function useTileChart(chartId: number, ref: RefObject<HTMLElement | null>): TileChart {
  const { chart, error } = useChartInfo(chartId)
  const { isReport } = useUrlState()
  const nearness = useInView(ref)
  const place = isReport ? 'seen' : nearness
  const view = useFilterView()
  const { inputs, clauses } = view
  const current = useMemo(() => extraFormDataFor(chartId, clauses), [chartId, clauses])
  const time = useChartTime(chart, current)
  const wanted = useMemo(
    () => (chart && time ? withTimeColumn(current, chart.formData, time) : current) as ExtraFormData,
    [chart, current, time],
  )
  const extra = useWhileNear(wanted, place !== 'far')
  const missing = missingFilters(chartId, inputs)
  const dashboardId = useDashboard((state) => state.dashboardId)
  const hasBeenNear = useRef(false)
  if (place !== 'far') hasBeenNear.current = true
  const enabled = chart !== null && time !== null && hasBeenNear.current && missing.length === 0
  const form = useMemo<FormData>(() => (chart ? { ...chart.formData, dashboardId } : NO_FORM), [chart, dashboardId])
  const [formData, setPage] = useServerPage(form, extra)
  const handle = useChart({
    formData,
    extra,
    enabled,
    rank: (view.order.get(chartId) ?? 0) + (place === 'seen' ? 0 : BELOW_VIEW_RANK),
    dashboardId,
  })
  useForcedRefresh(chartId, enabled, handle)
  useNotedAnswer(handle)
  const hasTime =
    chart === null || time === null || hasOwnTimeColumn(chart.formData) || timeColumnOf(chart.formData, time) !== null
  return { chart, error, handle, form, formData, setPage, extra, missing, hasTime }
}

const NO_TIME: DatasetTime = { main: null, columns: [] }

/** The time columns of the chart's dataset; null while they are on their way and count. */
function useChartTime(chart: DashboardChart | null, extra: MaskExtra): DatasetTime | null {
  const dashboardId = useDashboard((state) => state.dashboardId)
  const isWanted = extra.time_range !== undefined && chart !== null && !hasOwnTimeColumn(chart.formData)
  const own = useQuery({ ...dashboardDatasetsQuery(dashboardId), enabled: isWanted })
  const known = own.data?.find((dataset) => dataset.id === chart?.datasetId)
  const isElsewhere = isWanted && own.data !== undefined && known === undefined
  const other = useQuery({
    ...datasetQuery(chart?.datasetId ?? null),
    enabled: isElsewhere && chart?.datasetId !== null,
  })
  if (!isWanted || own.isError || other.isError) return NO_TIME
  return (known ?? other.data)?.time ?? null
}

/** A tile out of view goes on showing the answer it has; it asks anew when it comes near. */
function useWhileNear(current: ExtraFormData, isNear: boolean): ExtraFormData {
  const kept = useRef(current)
  if (isNear) kept.current = current
  return kept.current
}

/** Tells the header that fresh data came. */
function useNotedAnswer({ state }: ChartHandle): void {
  const noteAnswer = useDashboard((dashboard) => dashboard.noteAnswer)
  const answer = state.kind === 'ready' ? state.answer : null
  useEffect(() => {
    if (answer !== null) noteAnswer(Date.now())
  }, [answer, noteAnswer])
}

function useForcedRefresh(chartId: number, enabled: boolean, handle: ChartHandle): void {
  const wanted = useDashboard((state) => state.refreshes[chartId] ?? 0)
  const done = useRef(wanted)
  const { refresh } = handle
  useEffect(() => {
    if (wanted === done.current || !enabled) return
    done.current = wanted
    refresh(true)
  }, [wanted, enabled, refresh])
}
