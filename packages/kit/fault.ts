import { httpConnectionProblem } from '../../src/engines/http-client.server.ts'
import type { NetworkTarget } from '../../src/engines/network-uri.ts'
import type { EngineFailure } from '../../src/engines/packaged/contract.server.ts'
import { type ErrorType, Problem } from '../../src/wire/problem.ts'

interface FaultParts {
  readonly type: ErrorType
  readonly at?: { readonly line: number; readonly column: number } | null
  readonly invalid?: readonly string[]
  readonly cause?: unknown
}

/** A failure as the product takes it from an engine package. */
export class EngineFault extends Error implements EngineFailure {
  readonly type: ErrorType
  declare readonly line?: number
  declare readonly column?: number
  declare readonly invalid?: readonly string[]

  constructor(message: string, { type, at, invalid, cause }: FaultParts) {
    super(message, { cause })
    this.type = type
    if (at) Object.assign(this, at)
    if (invalid) Object.assign(this, { invalid })
  }
}

/** True for what the engine cannot read. */
export const isSyntaxFault = (fault: unknown): boolean => fault instanceof EngineFault && fault.type === 'SYNTAX_ERROR'

/** What went wrong on the way to a server, in words for the user; anything else stays what it is. */
export function reachFault(cause: unknown, target: NetworkTarget, label: string): unknown {
  if (cause instanceof EngineFault) return cause
  const problem = httpConnectionProblem(cause, target, label)
  if (!problem) return cause
  const type = problem.detail.type ?? 'CONNECTION_HOST_DOWN_ERROR'
  const invalid = problem.detail.extra?.invalid
  return new EngineFault(textOf(problem), { type, cause, ...(Array.isArray(invalid) ? { invalid } : {}) })
}

const textOf = ({ body, message }: Problem) => (typeof body === 'string' ? body : message)

/** The fault of an address, from the Problem that reading it threw. */
export function addressFault(cause: unknown): unknown {
  return cause instanceof Problem
    ? new EngineFault(textOf(cause), { type: cause.detail.type ?? 'CONNECTION_MISSING_PARAMETERS_ERROR', cause })
    : cause
}
