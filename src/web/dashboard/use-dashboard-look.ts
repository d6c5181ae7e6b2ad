import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bootstrap } from '../app/bootstrap.ts'
import { showLook } from '../data/look.ts'

/** The look of a dashboard: its theme on top of that of the installation. */
export const lookQuery = (json: string | null) =>
  queryOptions({
    queryKey: ['look', json],
    queryFn: async () => {
      const { lookOfTheme } = await import('../data/theme-look.ts')
      return lookOfTheme(json ?? '', bootstrap().common.theme ?? null)
    },
    enabled: json !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Shows a theme on the whole page while the dashboard is open; null shows the look of the installation. */
export function useDashboardLook(json: string | null): void {
  const { data } = useQuery(lookQuery(json))
  const look = json === null ? null : (data ?? null)
  useEffect(() => {
    if (look === null) return
    showLook(look)
    return () => showLook(null)
  }, [look])
}
