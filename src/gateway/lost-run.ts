import { Problem } from '../wire/problem.ts'

/** What is told of a run whose server has stopped. */
export const LOST = 'The server that ran the query has stopped. Run the query again.'

/** Why runs end when their server stops: they have failed, nobody stopped them. */
export const serverStops = () =>
  new Problem(503, LOST, { type: 'GENERIC_BACKEND_ERROR', headers: { 'retry-after': '1', connection: 'close' } })

/** The failure that ended a run from outside; null for a run that goes on or was stopped by its owner. */
export const failureOf = ({ reason }: AbortSignal): Problem | null => (reason instanceof Problem ? reason : null)

/** True where a run was ended by its owner. */
export const isStopped = (signal: AbortSignal) => signal.aborted && failureOf(signal) === null
