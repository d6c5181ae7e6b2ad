import { httpConnectionProblem } from '../../src/engines/http-client.server.ts'
import type { NetworkTarget } from '../../src/engines/network-uri.ts'
import { EngineFault, faultOf } from './fault.ts'

/** What went wrong on the way to a server, in words for the user; anything else stays what it is. */
export function reachFault(cause: unknown, target: NetworkTarget, label: string): unknown {
  if (cause instanceof EngineFault) return cause
  return faultOf(httpConnectionProblem(cause, target, label) ?? cause, 'CONNECTION_HOST_DOWN_ERROR')
}

/** True for the end of the time that a question of the product itself may take. */
export const isLate = (cause: unknown): boolean => cause instanceof Error && cause.name === 'TimeoutError'

/** The fault of a question whose time was over while its answer was waited for; anything else stays what it is. */
export const lateFault = (cause: unknown, label: string): unknown =>
  isLate(cause)
    ? new EngineFault(`${label} did not answer in time.`, { type: 'CONNECTION_DATABASE_TIMEOUT', cause })
    : cause
