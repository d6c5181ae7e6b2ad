import { api } from './api.ts'
import {
  clearInactiveQueries,
  hasRunningQuery,
  isFinished,
  isRunningLike,
  refreshQueries,
  type ServerQuery,
} from './model/queries.ts'
import type { EditorState } from './model/state.ts'
import { statementResults } from './model/statement-results.ts'
import { queryFromWire } from './model/wire.ts'
import { storedRows } from './result-rows.ts'
import { change, editorStore } from './store.ts'

const FIRST_DELAY_MS = 60
const MAX_DELAY_MS = 1_000
const OFFLINE_DELAY_MS = 5_000
const BUFFER_MS = 5_000
const TIMEOUT_MS = 10_000
/** Nothing runs for longer. */
export const INACTIVE_MS = 6 * 3_600_000

interface Listener {
  readonly onSuccess: (id: string) => void
}

let timer: ReturnType<typeof setTimeout> | null = null
let delayMs = FIRST_DELAY_MS
let isAsking = false

/** Asks what changed while a query runs: quickly at first, then once a second, one request at a time. */
export function startPolling(listener: Listener): void {
  delayMs = FIRST_DELAY_MS
  schedule(listener)
}

function schedule(listener: Listener): void {
  if (timer !== null) clearTimeout(timer)
  timer = setTimeout(() => void ask(listener), delayMs)
}

async function ask(listener: Listener): Promise<void> {
  if (isAsking) return schedule(listener)
  const state = change((current) => clearInactiveQueries(current, INACTIVE_MS, Date.now()))
  if (!isWorthAsking(state)) return
  isAsking = true
  try {
    const since = Math.max(0, oldestRunning() - BUFFER_MS)
    const changed = (await api.updatedSince(since, AbortSignal.timeout(TIMEOUT_MS))).map(queryFromWire)
    receive(changed, listener)
    delayMs = Math.min(MAX_DELAY_MS, delayMs * 1.4)
  } catch {
    change((current) => ({ ...current, offline: true }))
    delayMs = OFFLINE_DELAY_MS
  } finally {
    isAsking = false
  }
  if (isWorthAsking(editorStore.getState())) schedule(listener)
}

/** While a query runs; without an answer until the server is there again, as it is said to be out of reach. */
const isWorthAsking = (state: EditorState): boolean => hasRunningQuery(state) || state.offline

/** The clock of the server may differ from ours, so its own last time is the better start. */
function oldestRunning(): number {
  const { queries, queriesLastUpdate } = editorStore.getState()
  const starts = Object.values(queries)
    .filter((query) => isRunningLike(query.state) && Date.now() - query.startDttm < INACTIVE_MS)
    .map((query) => query.startDttm)
  return queriesLastUpdate > 0 ? Math.min(queriesLastUpdate, ...starts) : Math.min(Date.now(), ...starts)
}

function receive(changed: readonly ServerQuery[], listener: Listener): void {
  const before = editorStore.getState().queries
  change((state) => refreshQueries(state, changed))
  for (const server of changed) {
    const local = before[server.id]
    if (local === undefined || isFinished(local.state)) continue
    if (local.state === 'fetching') continue
    if (server.state === 'success') listener.onSuccess(server.id)
    else showRowsSoFar(server.id)
  }
}

/** Results whose next rows are on their way. */
const asked = new Set<string>()

/** A running query that has rows already shows them. */
function showRowsSoFar(id: string): void {
  const query = editorStore.getState().queries[id]
  if (query === undefined) return
  for (const { resultsKey: key } of statementResults(query)) {
    if (key === null || asked.has(key) || storedRows(key).rows.isComplete()) continue
    asked.add(key)
    void storedRows(key)
      .rows.refresh()
      .finally(() => asked.delete(key))
  }
}
