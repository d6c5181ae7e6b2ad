import { httpConnectionProblem } from '../../src/engines/http-client.server.ts'
import type { NetworkTarget } from '../../src/engines/network-uri.ts'
import { EngineFault, faultOf } from './fault.ts'

/** What went wrong on the way to a server, in words for the user; anything else stays what it is. */
export function reachFault(cause: unknown, target: NetworkTarget, label: string): unknown {
  if (cause instanceof EngineFault) return cause
  return faultOf(httpConnectionProblem(cause, target, label) ?? cause, 'CONNECTION_HOST_DOWN_ERROR')
}
