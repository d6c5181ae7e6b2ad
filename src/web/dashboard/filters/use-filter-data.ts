import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTimeZone } from '../../data/time-zone.ts'
import { type FilterRequest, filterDataQuery } from '../queries.ts'
import { useDashboard } from '../store.ts'

/** The answer to a question of a filter, in the time zone of the dashboard; none is asked for null. */
export function useFilterData(request: FilterRequest | null): UseQueryResult<unknown> {
  const dashboardId = useDashboard((state) => state.dashboardId)
  return useQuery(filterDataQuery(request, dashboardId, useTimeZone()))
}
