import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { DashboardChart } from './model/wire.ts'
import { chartQuery } from './queries.ts'

/** The charts that came with the dashboard. */
export const ChartsContext = createContext<ReadonlyMap<number, DashboardChart>>(new Map())

/** A chart of the dashboard, read by itself when it was added since. */
export function useChartInfo(chartId: number): { readonly chart: DashboardChart | null; readonly error: Error | null } {
  const known = useContext(ChartsContext).get(chartId)
  const { data, error } = useQuery({ ...chartQuery(chartId), enabled: known === undefined })
  return { chart: known ?? data ?? null, error }
}
