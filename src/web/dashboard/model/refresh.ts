import type { Metadata } from '../../../query/dashboard/metadata.ts'

export interface PlannedRefresh {
  readonly chartId: number
  readonly delayMs: number
}

/** When each chart asks again in one round: spread evenly, charts that are exempt left out. */
export function refreshPlan(metadata: Metadata, chartIds: readonly number[]): readonly PlannedRefresh[] {
  const immune = new Set(metadata.refreshImmuneChartIds)
  const due = chartIds.filter((id) => !immune.has(id))
  const spreadMs = metadata.staggerRefresh ? metadata.staggerTimeMs : 0
  const stepMs = due.length > 1 ? spreadMs / (due.length - 1) : 0
  return due.map((chartId, index) => ({ chartId, delayMs: Math.round(index * stepMs) }))
}
