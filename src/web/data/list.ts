import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { encodeRison } from '../../wire/rison.ts'
import { text } from '../ui/text.ts'
import { http } from './http.ts'

export interface ListFilter {
  readonly col: string
  readonly opr: string
  readonly value: unknown
}

export interface ListQuery {
  /** The resource below /api/v1/. */
  readonly resource: string
  readonly columns?: readonly string[]
  readonly filters?: readonly ListFilter[]
  readonly orderColumn?: string
  readonly isDescending?: boolean
  /** From 0. */
  readonly page?: number
  readonly pageSize?: number
}

export interface ListPage<Row> {
  readonly count: number
  readonly result: readonly Row[]
}

function listPath(query: ListQuery): string {
  const q = encodeRison({
    ...(query.columns && { columns: query.columns }),
    ...(query.filters && query.filters.length > 0 && { filters: query.filters }),
    ...(query.orderColumn && {
      order_column: query.orderColumn,
      order_direction: query.isDescending ? 'desc' : 'asc',
    }),
    page: query.page ?? 0,
    page_size: query.pageSize ?? 25,
  })
  return `/api/v1/${query.resource}/?q=${encodeURIComponent(q)}`
}

/** Throws for an answer that is no list, as a gateway may give one. */
export async function readList<Row>(query: ListQuery, signal?: AbortSignal): Promise<ListPage<Row>> {
  const page = await http.get<Partial<ListPage<Row>> | null>(listPath(query), { signal })
  if (!Array.isArray(page?.result)) throw new Error(text('Unknown error'))
  return { count: page.result.length, ...page, result: page.result }
}

/** One page of a list; the page before stays until the next one is there. */
export const useList = <Row>(query: ListQuery, options: { enabled?: boolean } = {}) =>
  useQuery({
    queryKey: ['list', query.resource, query],
    queryFn: ({ signal }) => readList<Row>(query, signal),
    placeholderData: keepPreviousData,
    ...options,
  })

/** Options of a choice are read by pages of this length. */
export const OPTION_PAGE = 100

export interface Pages<Row> {
  readonly key: readonly unknown[]
  read(page: number, signal: AbortSignal): Promise<ListPage<Row>>
}

/** A list that grows page by page, for choices with more options than are read at once. */
export function usePages<Row>({ key, read }: Pages<Row>) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['pages', ...key],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    getNextPageParam: (last, all) => (all.length * OPTION_PAGE < last.count ? all.length : undefined),
    placeholderData: keepPreviousData,
  })
  return {
    rows: data?.pages.flatMap((page) => page.result) ?? [],
    error,
    isFetching,
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
  }
}

export const invalidateList = (client: QueryClient, resource: string): Promise<void> =>
  client.invalidateQueries({ queryKey: ['list', resource] })
