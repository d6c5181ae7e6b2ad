import { parseJson } from '../../kernel/parse-json.ts'
import { unexpectedStatus } from './chart-status.ts'
import { inTime } from './chart-timeout.ts'
import { HttpError, http, type RequestOptions } from './http.ts'
import type { JobEvent } from './job-events.ts'

type Options = RequestOptions & { signal: AbortSignal }

/** Posts a question and gives its answer, whether it comes at once or later, by an event. */
export async function postForAnswer(path: string, body: unknown, options: Options): Promise<unknown> {
  // A job may wait its turn as long as it has to; that it was taken on is told at once.
  const answer = await inTime(options.signal, (signal) => answerOf(path, body, { ...options, signal }))
  if (!isJob(answer)) return answer
  const { jobs } = await import('./jobs.ts')
  const end = await jobs.end(answer.job_id, options.signal)
  if (!end) return postForAnswer(path, body, options)
  const { status, result_url: url, errors } = end
  if (status === 'done' && url) return http.get(url, options)
  throw new HttpError(400, errors?.[0]?.message ?? 'An error occurred', { errors: errors ?? [] })
}

const ANSWERED = [200, 202]

async function answerOf(path: string, body: unknown, options: RequestOptions): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await http.raw('POST', path, JSON.stringify(body), { ...options, headers })
  if (ANSWERED.includes(response.status)) return parseJson(await response.text())
  throw unexpectedStatus(response.status)
}

const isJob = (answer: unknown): answer is JobEvent =>
  typeof answer === 'object' && answer !== null && 'job_id' in answer && 'channel_id' in answer
