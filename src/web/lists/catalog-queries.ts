import { useQuery } from '@tanstack/react-query'
import { encodeRison } from '../../wire/rison.ts'
import { http } from '../data/http.ts'

export const useSchemas = (databaseId: number | null) =>
  useQuery({
    queryKey: ['schemas', databaseId],
    enabled: databaseId !== null,
    queryFn: async ({ signal }) =>
      (await http.get<{ result: readonly string[] }>(`/api/v1/database/${databaseId}/schemas/`, { signal })).result,
  })

export const useTables = (databaseId: number | null, schema: string | null) =>
  useQuery({
    queryKey: ['tables', databaseId, schema],
    enabled: databaseId !== null && schema !== null,
    queryFn: async ({ signal }) => {
      const q = encodeURIComponent(encodeRison({ schema_name: schema }))
      const path = `/api/v1/database/${databaseId}/tables/?q=${q}`
      return (await http.get<{ result: readonly { value: string; type: string }[] }>(path, { signal })).result
    },
  })
