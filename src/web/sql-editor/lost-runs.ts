import { text } from '../ui/text.ts'
import { failQuery, isRunningLike } from './model/queries.ts'
import { recentRuns } from './recent-runs.ts'
import { isAwaited } from './runner.ts'
import { change, editorStore } from './store.ts'

/** What a page sent as it was left has reached the server by then, or never will. */
const ON_THE_WAY_MS = 3_000

/** Ends the runs of an earlier page that did not reach the server before it was left: nobody would answer for them. */
export async function endLostRuns(): Promise<void> {
  const running = Object.values(editorStore.getState().queries).filter(
    ({ id, state }) => isRunningLike(state) && !isAwaited(id),
  )
  if (running.length === 0) return
  const last = Math.max(...running.map(({ startDttm }) => startDttm))
  const rest = Math.min(ON_THE_WAY_MS, last + ON_THE_WAY_MS - Date.now())
  await new Promise((done) => setTimeout(done, rest))
  const runs = await recentRuns()
  if (runs === null) return
  const known = new Set(runs.map(({ id }) => id))
  const message = text('The page was left before the run reached the server. Run it again.')
  const lost = running.filter(({ id }) => !known.has(id))
  for (const { id } of lost) {
    change((state) => failQuery(state, id, { message, link: null, errors: [] }, Date.now()))
  }
}
