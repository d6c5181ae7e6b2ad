import { useEffect } from 'react'
import { refreshPlan } from './model/refresh.ts'
import { visibleChartIds } from './model/tabs.ts'
import { useDashboard, useDashboardStore } from './store.ts'

/** Asks again in the rhythm of the dashboard, spread so that the charts do not ask all at once. */
export function useAutoRefresh(): void {
  const store = useDashboardStore()
  const seconds = useDashboard((state) => state.refreshSec ?? state.history.present.metadata.refreshFrequencySec)
  const isEditing = useDashboard((state) => state.isEditing)
  useEffect(() => {
    if (seconds <= 0 || isEditing) return
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const round = setInterval(() => {
      const { history, activeTabs, refresh } = store.getState()
      const { layout, metadata } = history.present
      for (const { chartId, delayMs } of refreshPlan(metadata, visibleChartIds(layout, activeTabs))) {
        timers.add(setTimeout(() => refresh([chartId]), delayMs))
      }
    }, seconds * 1_000)
    return () => {
      clearInterval(round)
      for (const timer of timers) clearTimeout(timer)
    }
  }, [seconds, isEditing, store])
}
