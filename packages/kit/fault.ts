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

/** The fault that a Problem tells; anything else stays what it is. */
export function faultOf(cause: unknown, otherwise: ErrorType): unknown {
  if (!(cause instanceof Problem)) return cause
  const { type = otherwise, extra: { invalid, missing } = {} } = cause.detail
  const fields = invalid ?? missing
  return new EngineFault(textOf(cause), { type, cause, ...(Array.isArray(fields) ? { invalid: fields } : {}) })
}

/** Reads an address. Throws what is wrong with it as an EngineFault. */
export function readAddress<T>(read: (uri: string) => T, uri: string): T {
  try {
    return read(uri)
  } catch (cause) {
    throw faultOf(cause, 'CONNECTION_MISSING_PARAMETERS_ERROR')
  }
}

const textOf = ({ body, message }: Problem) => (typeof body === 'string' ? body : message)
