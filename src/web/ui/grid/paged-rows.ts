import type { Row } from './cell.ts'

export interface RowPage {
  readonly rows: readonly Row[]
  /** Rows that exist so far. */
  readonly rowCount: number
  readonly isComplete: boolean
}

export interface PagedRowsOptions {
  readonly pageRows: number
  /** Pages kept in memory; the ones looked at longest ago go first. */
  readonly maxPages: number
  readonly maxInFlight: number
  readonly load: (offset: number, limit: number, signal: AbortSignal) => Promise<RowPage>
}

export interface PagedRows {
  readonly rowCount: () => number
  readonly isComplete: () => boolean
  readonly row: (index: number) => Row | null
  /** Asks for the pages of these rows and drops requests for others. */
  readonly want: (first: number, end: number) => void
  /** Loads these rows and waits for them. */
  readonly ensure: (first: number, end: number) => Promise<void>
  /** Asks again for the last page and the row count, while the result grows. */
  readonly refresh: () => Promise<void>
  readonly failure: () => unknown
  readonly retry: () => void
  readonly subscribe: (listener: () => void) => () => void
  /** Changes with every change, for useSyncExternalStore. */
  readonly version: () => number
  /** Every row in order when all of them are in memory, else null. */
  readonly allRows: () => readonly Row[] | null
  readonly dispose: () => void
}

interface State {
  readonly pages: Map<number, readonly Row[]>
  readonly inFlight: Map<number, AbortController>
  readonly listeners: Set<() => void>
  wanted: readonly number[]
  rowCount: number
  isComplete: boolean
  failure: unknown
  version: number
  /** Pages that must stay whatever the limit says, while ensure() waits. */
  pinned: number
  /** The row count when a page was asked for last: without a change of it, asking again brings nothing. */
  readonly askedAt: Map<number, number>
  all: { readonly version: number; readonly rows: readonly Row[] | null } | null
}

export function createPagedRows(options: PagedRowsOptions): PagedRows {
  const state: State = {
    pages: new Map(),
    inFlight: new Map(),
    listeners: new Set(),
    wanted: [],
    rowCount: 0,
    isComplete: false,
    failure: null,
    version: 0,
    pinned: 0,
    askedAt: new Map(),
    all: null,
  }
  const { pageRows } = options
  return {
    rowCount: () => state.rowCount,
    isComplete: () => state.isComplete,
    row: (index) => state.pages.get(Math.floor(index / pageRows))?.[index % pageRows] ?? null,
    want: (first, end) => want(state, options, pagesOf(first, end, pageRows)),
    ensure: (first, end) => ensure(state, options, pagesOf(first, end, pageRows)),
    refresh: () => fetchPage(state, options, Math.max(0, Math.floor((state.rowCount - 1) / pageRows))),
    failure: () => state.failure,
    retry: () => retry(state, options),
    subscribe: (listener) => {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    version: () => state.version,
    allRows: () => allRows(state, pageRows),
    dispose: () => {
      for (const controller of state.inFlight.values()) controller.abort()
      state.listeners.clear()
    },
  }
}

function pagesOf(first: number, end: number, pageRows: number): readonly number[] {
  if (end <= first) return [Math.floor(first / pageRows)]
  const from = Math.floor(first / pageRows)
  const to = Math.floor((end - 1) / pageRows)
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

function want(state: State, options: PagedRowsOptions, pages: readonly number[]): void {
  state.wanted = pages
  for (const page of pages) touch(state, page)
  if (state.pinned === 0) {
    for (const [page, controller] of state.inFlight) if (!pages.includes(page)) controller.abort()
  }
  fill(state, options)
}

function fill(state: State, options: PagedRowsOptions): void {
  if (state.failure !== null) return
  for (const page of state.wanted) {
    if (state.inFlight.size >= options.maxInFlight) return
    if (isWorthAsking(state, options, page)) void fetchPage(state, options, page)
  }
}

const isWorthAsking = (state: State, options: PagedRowsOptions, page: number): boolean =>
  !isWhole(state, options, page) && !state.inFlight.has(page) && state.askedAt.get(page) !== state.rowCount

async function ensure(state: State, options: PagedRowsOptions, pages: readonly number[]): Promise<void> {
  state.pinned += 1
  try {
    for (const page of pages) {
      if (!isWhole(state, options, page)) await fetchPage(state, options, page)
      if (state.failure !== null) throw state.failure
    }
  } finally {
    state.pinned -= 1
    trim(state, options)
  }
}

/** A page is whole when it holds all rows that exist in its range. */
function isWhole(state: State, options: PagedRowsOptions, page: number): boolean {
  const rows = state.pages.get(page)
  if (rows === undefined) return page * options.pageRows >= state.rowCount && state.isComplete
  return rows.length >= Math.min(options.pageRows, state.rowCount - page * options.pageRows)
}

async function fetchPage(state: State, options: PagedRowsOptions, page: number): Promise<void> {
  const controller = new AbortController()
  state.inFlight.set(page, controller)
  try {
    const answer = await options.load(page * options.pageRows, options.pageRows, controller.signal)
    state.pages.delete(page)
    state.pages.set(page, answer.rows)
    state.rowCount = Math.max(state.rowCount, answer.rowCount)
    state.isComplete = state.isComplete || answer.isComplete
    state.failure = null
    state.askedAt.set(page, state.rowCount)
    trim(state, options)
  } catch (error) {
    if (!controller.signal.aborted) state.failure = error
  } finally {
    if (state.inFlight.get(page) === controller) state.inFlight.delete(page)
  }
  announce(state)
  if (state.wanted.length > 0 && !controller.signal.aborted) fill(state, options)
}

function retry(state: State, options: PagedRowsOptions): void {
  state.failure = null
  announce(state)
  if (state.wanted.length === 0) void fetchPage(state, options, 0)
  else fill(state, options)
}

function trim(state: State, options: PagedRowsOptions): void {
  if (state.pinned > 0) return
  for (const page of state.pages.keys()) {
    if (state.pages.size <= options.maxPages) return
    if (state.wanted.includes(page)) continue
    state.pages.delete(page)
    state.askedAt.delete(page)
  }
}

function touch(state: State, page: number): void {
  const rows = state.pages.get(page)
  if (rows === undefined) return
  state.pages.delete(page)
  state.pages.set(page, rows)
}

function announce(state: State): void {
  state.version += 1
  for (const listener of state.listeners) listener()
}

function allRows(state: State, pageRows: number): readonly Row[] | null {
  if (state.all?.version !== state.version) state.all = { version: state.version, rows: collectRows(state, pageRows) }
  return state.all.rows
}

function collectRows(state: State, pageRows: number): readonly Row[] | null {
  if (!state.isComplete) return null
  const rows: Row[] = []
  for (let page = 0; page * pageRows < state.rowCount; page += 1) {
    const loaded = state.pages.get(page)
    if (loaded === undefined) return null
    for (const row of loaded) rows.push(row)
  }
  return rows.length === state.rowCount ? rows : null
}
