import { NotCachedError } from '../../gateway/chart/cache.server.ts'
import { channelOf } from '../../gateway/job-channel.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Job } from '../../gateway/shared/events.server.ts'
import { type Caller, callerKey } from '../../wire/caller.ts'
import { richError } from '../../wire/envelope.ts'
import { Problem } from '../../wire/problem.ts'
import { Raw } from '../../wire/raw.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'

/** Gives the answer; with `onlyCached` it throws NotCachedError where a database would have to be asked. */
type Answering = (how: { readonly onlyCached: boolean; readonly signal: AbortSignal }) => Promise<Raw>

interface LaterAnswer<Question> {
  /** Kept under the key of the answer, for when it is fetched. */
  readonly question: Question
  readonly force: boolean
  readonly answering: Answering
}

const MOST_KEPT = 10_000
const KEPT_MS = 3_600_000
const MOST_UNDER_WAY = 200
/** A job may wait for its turn, but not for ever. */
const LIMIT_MS = 600_000

/** Chart questions that are answered later, at `resultPath` and a key (reference: charts-dashboards A.8). */
export function chartJobs<Question>(services: Services, resultPath: string) {
  const kept = services.shared.notes<{ readonly owner: string; readonly question: Question }>(resultPath, {
    most: MOST_KEPT,
    keptMs: KEPT_MS,
    isFixed: true,
  })
  const underWay = new Map<string, number>()
  const { events } = services.shared

  const count = (owner: string, by: number) => {
    const now = (underWay.get(owner) ?? 0) + by
    if (now === 0) underWay.delete(owner)
    else underWay.set(owner, now)
  }
  const work = async (job: Job, owner: string, url: string, answer: () => Promise<Raw>) => {
    count(owner, 1)
    await events.add({ ...job, status: 'running' })
    try {
      await answer()
      await events.add({ ...job, status: 'done', result_url: url })
    } catch (cause) {
      await events.add({ ...job, status: 'error', errors: [richError(problemOf(services, cause))] })
    } finally {
      count(owner, -1)
    }
  }

  return {
    /** The question under a key, for whoever asked it. */
    find: async (caller: Caller, key: string): Promise<Question | null> => {
      const have = await kept.read(key)
      return have && have.owner === callerKey(caller) ? have.question : null
    },
    /** The answer at once when it is cached, else 202 and events of the caller's channel. */
    answer: async (
      caller: Caller,
      context: RequestContext,
      { question, force, answering }: LaterAnswer<Question>,
    ): Promise<Raw> => {
      const ready = force ? null : await cachedAnswer(answering, context.signal)
      if (ready) return ready
      const owner = callerKey(caller)
      if ((underWay.get(owner) ?? 0) >= MOST_UNDER_WAY)
        throw new Problem(429, 'Too many charts are being answered', { headers: { 'retry-after': '5' } })
      const channel = await channelOf(services, caller, context)
      const key = crypto.randomUUID().replaceAll('-', '')
      await kept.write(key, { owner, question })
      const job: Job = {
        channel_id: channel.id,
        job_id: crypto.randomUUID(),
        user_id: caller.userId,
        status: 'pending',
        errors: [],
        result_url: null,
      }
      void work(job, owner, `${resultPath}${key}`, () =>
        answering({ onlyCached: false, signal: AbortSignal.timeout(LIMIT_MS) }),
      )
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      return new Raw(202, channel.cookie ? { ...headers, 'set-cookie': channel.cookie } : headers, JSON.stringify(job))
    },
  }
}

async function cachedAnswer(answering: Answering, signal: AbortSignal): Promise<Raw | null> {
  try {
    return await answering({ onlyCached: true, signal })
  } catch (cause) {
    if (cause instanceof NotCachedError) return null
    throw cause
  }
}

function problemOf(services: Services, cause: unknown): Problem {
  if (cause instanceof Problem) return cause
  services.log('error', 'a chart in the background failed', { cause: String(cause) })
  return new Problem(500, 'The chart could not be answered')
}
