import { useQuery } from '@tanstack/react-query'
import { http } from '../data/http.ts'
import type { WireConnection, WireEngine } from './model/wire.ts'

/** The engines that this server can open. They change with its version only. */
export const useEngines = () =>
  useQuery({
    queryKey: ['database-engines'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await http.get<{ databases: readonly WireEngine[] }>('/api/v1/database/available/', { signal })).databases,
  })

export const useConnection = (id: string | undefined) =>
  useQuery({
    queryKey: ['connection', id],
    enabled: id !== undefined,
    // The form works on a copy: what is stored is read when it opens.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await http.get<{ result: WireConnection }>(`/api/v1/database/${encodeURIComponent(id ?? '')}/connection`, {
          signal,
        })
      ).result,
  })
