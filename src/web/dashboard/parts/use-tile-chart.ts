import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { extraFormDataFor, missingFilters } from '../../../query/data-mask/clauses.ts'
import type { NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { type ChartHandle, useChart } from '../../data/chart-data.ts'
import type { ExtraFormData } from '../../data/chart-request.ts'
import { useChartInfo } from '../charts-context.ts'
import { useFilterView } from '../filters/filter-inputs.tsx'
import { placedChartIds } from '../model/layout.ts'
import type { DashboardChart } from '../model/wire.ts'
import { useDashboard, useDraft } from '../store.ts'
import { useInView } from './use-in-view.ts'

const BELOW_VIEW_RANK = 1_000
const NO_FORM = {}

export interface TileChart {
  readonly chart: DashboardChart | null
  /** Why the chart itself could not be read. */
  readonly error: Error | null
  readonly handle: ChartHandle
  readonly extra: ExtraFormData
  /** Required filters that have no value yet. */
  readonly missing: readonly NativeFilter[]
}

/** The data of a tile: asked when the tile comes near, under the filters that reach it. */
export function useTileChart(chartId: number, ref: RefObject<HTMLElement | null>): TileChart {
  const { chart, error } = useChartInfo(chartId)
  const place = useInView(ref)
  const { inputs, clauses } = useFilterView()
  const current = useMemo(() => extraFormDataFor(chartId, clauses) as ExtraFormData, [chartId, clauses])
  const extra = useWhileNear(current, place !== 'far')
  const missing = missingFilters(chartId, inputs)
  const dashboardId = useDashboard((state) => state.dashboardId)
  const order = useDraft((draft) => placedChartIds(draft.layout).indexOf(chartId))
  const hasBeenNear = useRef(false)
  if (place !== 'far') hasBeenNear.current = true
  const enabled = chart !== null && hasBeenNear.current && missing.length === 0
  const handle = useChart({
    formData: chart?.formData ?? NO_FORM,
    extra,
    enabled,
    rank: place === 'seen' ? order : order + BELOW_VIEW_RANK,
    dashboardId,
  })
  useForcedRefresh(chartId, enabled, handle)
  return { chart, error, handle, extra, missing }
}

/** A tile out of view goes on showing the answer it has; it asks anew when it comes near. */
function useWhileNear(current: ExtraFormData, isNear: boolean): ExtraFormData {
  const kept = useRef(current)
  if (isNear) kept.current = current
  return kept.current
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
