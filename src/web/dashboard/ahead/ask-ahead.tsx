import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useContext, useEffect, useState } from 'react'
import { findChart } from '../../../charts/charts.ts'
import { useTimeZone } from '../../data/time-zone.ts'
import { ChartsContext } from '../charts-context.ts'
import { hasCrossFilters } from '../features.ts'
import { useFilterView } from '../filters/filter-inputs.tsx'
import { clickBehaviorOf } from '../model/click-behavior.ts'
import { type DashboardStore, useDashboard, useDashboardStore } from '../store.ts'
import { keptAhead } from './kept-ahead.ts'
import { questionsAhead } from './questions.ts'

/** How long the page has been quiet before anything is asked ahead. */
const QUIET_MS = 200

/**
 * Asks, while the page is quiet, what the charts in view would ask after a click on the chart at hand, so that a click
 * is answered from memory. Shows nothing.
 */
export function AskAhead({ scroll }: { scroll: RefObject<HTMLElement | null> }) {
  const client = useQueryClient()
  const store = useDashboardStore()
  const { inputs, order } = useFilterView()
  const charts = useContext(ChartsContext)
  const timeZone = useTimeZone()
  const dashboardId = useDashboard((state) => state.dashboardId)
  const isQuiet = useIsFetching({ queryKey: ['chart-data'] }) === 0
  const [kept] = useState(() => keptAhead(client))
  const emitter = useEmitter(scroll, store)
  useDropped(kept.drop)
  useEffect(() => {
    if (!isQuiet || emitter === null || savesData()) return
    const left = new AbortController()
    const ask = () => {
      const seen = seenCharts(scroll.current, store).toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
      const scene = { client, dashboardId, timeZone, inputs, charts, seen }
      const chosen = emitter === FIRST ? seen.find((id) => canEmit(id, store, charts)) : emitter
      if (chosen === undefined || !canEmit(chosen, store, charts)) return
      // Whoever clicks finds out what is wrong with a question.
      kept.ask(questionsAhead(scene, chosen), left.signal).catch(() => undefined)
    }
    const timer = setTimeout(ask, QUIET_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [isQuiet, emitter, client, dashboardId, timeZone, inputs, charts, order, scroll, store, kept])
  return null
}

type Charts = React.ContextType<typeof ChartsContext>

/** The first chart in view that filters others, until a pointer or the focus comes to one. */
const FIRST = 0

function canEmit(chartId: number, store: DashboardStore, charts: Charts): boolean {
  const { metadata } = store.getState().history.present
  const type = charts.get(chartId)?.chartType ?? ''
  return (
    metadata.isCrossFilteringEnabled &&
    hasCrossFilters() &&
    findChart(type)?.canCrossFilter === true &&
    clickBehaviorOf(metadata.chartConfiguration[String(chartId)]?.clickBehavior).kind === 'filter'
  )
}

/** The chart that the pointer or the focus is in. */
function useEmitter(scroll: RefObject<HTMLElement | null>, store: DashboardStore): number | null {
  const [emitter, setEmitter] = useState<number>(FIRST)
  useEffect(() => {
    const element = scroll.current
    const handle = ({ target }: Event) => {
      const item = target instanceof Element ? target.closest('.dash-item') : null
      const chartId = store.getState().history.present.layout[item?.id ?? '']?.meta.chartId
      if (chartId !== undefined) setEmitter(chartId)
    }
    element?.addEventListener('pointerover', handle)
    element?.addEventListener('focusin', handle)
    return () => {
      element?.removeEventListener('pointerover', handle)
      element?.removeEventListener('focusin', handle)
    }
  }, [scroll, store])
  return emitter
}

/** Charts of which a part stands in view. */
function seenCharts(scroll: HTMLElement | null, store: DashboardStore): readonly number[] {
  const view = scroll?.getBoundingClientRect()
  if (!scroll || !view) return []
  const { layout } = store.getState().history.present
  return [...scroll.querySelectorAll('.dash-item')].flatMap((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    const chartId = layout[element.id]?.meta.chartId
    return chartId !== undefined && bottom > view.top && top < view.bottom ? [chartId] : []
  })
}

/** Whoever asks for fresh data has no use for what came before. */
function useDropped(drop: () => void): void {
  const store = useDashboardStore()
  useEffect(
    () =>
      store.subscribe((state, before) => {
        if (state.refreshes !== before.refreshes) drop()
      }),
    [store, drop],
  )
}

function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
