/** How many rows a page may have; the second unless somebody chose. */
export const PAGE_SIZES = [25, 50, 100] as const
const USUAL_SIZE = PAGE_SIZES[1]

/** What a list shows, as its address says it. */
export interface ListState {
  readonly search: string
  /** From 0. */
  readonly page: number
  /** Rows of a page. */
  readonly size: number
  readonly sort: { readonly id: string; readonly desc: boolean } | null
  /** Chosen values by filter. */
  readonly chosen: Readonly<Record<string, string>>
  readonly view: 'table' | 'cards' | null
}

const FILTER_PREFIX = 'f.'

export function readListState(params: URLSearchParams): ListState {
  const page = Number(params.get('page') ?? '1')
  const size = Number(params.get('size'))
  const sort = params.get('sort')
  const view = params.get('view')
  const filters = [...params].filter(([name, value]) => name.startsWith(FILTER_PREFIX) && value !== '')
  return {
    search: params.get('search') ?? '',
    page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
    size: PAGE_SIZES.find((one) => one === size) ?? USUAL_SIZE,
    sort: sort ? { id: sort, desc: params.get('dir') !== 'asc' } : null,
    chosen: Object.fromEntries(filters.map(([name, value]) => [name.slice(FILTER_PREFIX.length), value])),
    view: view === 'table' || view === 'cards' ? view : null,
  }
}

/** Only what differs from the plain list stands in the address. */
export function writeListState(state: ListState): URLSearchParams {
  const params = new URLSearchParams()
  if (state.search !== '') params.set('search', state.search)
  for (const [name, value] of Object.entries(state.chosen)) if (value !== '') params.set(FILTER_PREFIX + name, value)
  if (state.sort) {
    params.set('sort', state.sort.id)
    params.set('dir', state.sort.desc ? 'desc' : 'asc')
  }
  if (state.page > 0) params.set('page', String(state.page + 1))
  if (state.size !== USUAL_SIZE) params.set('size', String(state.size))
  if (state.view) params.set('view', state.view)
  return params
}

/** A change of what is looked for starts again at the first page. */
export const changeListState = (state: ListState, change: Partial<ListState>): ListState => ({
  ...state,
  page: 0,
  ...change,
})

/** Pages of another length; the one that is shown holds the row that was the first. */
export const resizePages = ({ page, size: before }: ListState, size: number): Pick<ListState, 'page' | 'size'> => ({
  page: Math.floor((page * before) / size),
  size,
})
