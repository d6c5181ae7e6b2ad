import { bootstrap } from '../app/bootstrap.ts'
import { text } from '../ui/text.ts'
import { HttpError } from './http.ts'

const DEFAULT_TIMEOUT_SEC = 60
const ISSUES = [
  { code: 1000, message: 'Issue 1000 - The dataset is too large.' },
  { code: 1001, message: 'Issue 1001 - The database is under unusual load.' },
]

/** How long the answer of a chart is waited for, in seconds. */
export const timeoutSec = () => Number(bootstrap().common.conf.SUPERSET_WEBSERVER_TIMEOUT ?? DEFAULT_TIMEOUT_SEC)

/** Gives up on an answer that does not come in so many seconds, and says what may be the cause (specification: charts, section 8). */
export async function inTime<T>(
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
  timeout = timeoutSec(),
): Promise<T> {
  const late = AbortSignal.timeout(timeout * 1000)
  try {
    return await ask(AbortSignal.any([signal, late]))
  } catch (cause) {
    if (signal.aborted || !late.aborted) throw cause
    throw lateAnswer(timeout)
  }
}

/** The failure of an answer that did not come within so many seconds; its one error names them. */
export function lateAnswer(timeout: number): HttpError {
  const message = 'Request timed out'
  const extra = { timeout, issue_codes: ISSUES }
  return new HttpError(408, message, {
    errors: [
      {
        message: text('Request timed out after {{timeout}} s', { timeout }),
        error_type: 'FRONTEND_TIMEOUT_ERROR',
        level: 'error',
        extra,
      },
    ],
  })
}
