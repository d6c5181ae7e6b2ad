import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { encodeRison } from '../../wire/rison.ts'
import { http } from './http.ts'

export type FavoriteKind = 'dashboard' | 'chart'
type Status = ReadonlyMap<number, boolean>

const keyOf = (kind: FavoriteKind) => ['favorites', kind] as const

/** Which of these the user has starred. */
export function useFavorites(kind: FavoriteKind, ids: readonly number[], onFailed?: () => void): Status {
  const sorted = ids.toSorted((a, b) => a - b)
  const { data, error } = useQuery({
    queryKey: [...keyOf(kind), sorted],
    queryFn: ({ signal }) => readFavorites(kind, sorted, signal),
    enabled: sorted.length > 0,
  })
  useEffect(() => {
    if (error) onFailed?.()
  }, [error, onFailed])
  return data ?? new Map()
}

async function readFavorites(kind: FavoriteKind, ids: readonly number[], signal: AbortSignal): Promise<Status> {
  const path = `/api/v1/${kind}/favorite_status/?q=${encodeURIComponent(encodeRison(ids))}`
  const { result } = await http.get<{ result: readonly { id: number; value: boolean }[] }>(path, { signal })
  return new Map(result.map(({ id, value }) => [id, value]))
}

/** Stars or unstars; shown at once, taken back when the server refuses. */
export function useToggleFavorite(kind: FavoriteKind, onFailed: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, on }: { id: number; on: boolean }) => {
      const path = `/api/v1/${kind}/${id}/favorites/`
      return on ? http.post(path) : http.delete(path)
    },
    onMutate: ({ id, on }) => putFavorite(client, kind, id, on),
    onError: (_error, { id, on }) => {
      putFavorite(client, kind, id, !on)
      onFailed()
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(kind) }),
  })
}

function putFavorite(client: QueryClient, kind: FavoriteKind, id: number, on: boolean): void {
  client.setQueriesData<Status>({ queryKey: keyOf(kind) }, (before) => before && new Map([...before, [id, on]]))
}
