import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dashboardDatasetsQuery } from './queries.ts'
import { useDashboard } from './store.ts'

const NONE: Readonly<Record<string, string>> = {}

/** The names that people see, by name of column and metric. */
export function useDatasetTitles(datasetId: number | null): Readonly<Record<string, string>> {
  const dashboardId = useDashboard((state) => state.dashboardId)
  const { data } = useQuery({ ...dashboardDatasetsQuery(dashboardId), enabled: datasetId !== null })
  return useMemo(() => {
    const dataset = data?.find(({ id }) => id === datasetId)
    return dataset
      ? Object.fromEntries([...dataset.columns, ...dataset.metrics].map(({ name, label }) => [name, label]))
      : NONE
  }, [data, datasetId])
}
