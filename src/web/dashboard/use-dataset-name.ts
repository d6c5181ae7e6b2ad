import { useQuery } from '@tanstack/react-query'
import { dashboardDatasetsQuery } from './queries.ts'
import { useDashboard } from './store.ts'

export function useDatasetName(datasetId: number | null): string {
  const dashboardId = useDashboard((state) => state.dashboardId)
  const { data = [] } = useQuery({ ...dashboardDatasetsQuery(dashboardId), enabled: datasetId !== null })
  return data.find((dataset) => dataset.id === datasetId)?.name ?? ''
}
