import { z } from 'zod'
import { parseExact } from '../../engines/exact-json.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { Raw } from '../../wire/raw.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { RpcError } from './rpc-error.ts'
import { type Desk, isJson, type Json } from './tool.ts'
import { TOOLS } from './tools.server.ts'

const INVALID_PARAMS = -32_602
/** What a route may answer to a tool, and a tool to an agent. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024
const MAX_RESULT_CHARACTERS = 200_000

const Call = z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).nullish() })

/** Who calls, in which request. */
export interface Asking {
  readonly caller: Caller
  readonly context: RequestContext
  readonly log: Services['log']
}

interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly isError?: true
}

/**
 * Runs a tool for the caller. What the product refuses is the tool's result, so that the agent reads why. Throws
 * `RpcError` for a call that names no tool.
 */
export async function callTool(params: unknown, asking: Asking): Promise<ToolResult> {
  const call = Call.safeParse(params)
  if (!call.success)
    throw new RpcError(INVALID_PARAMS, 'A call needs the name of a tool, and its arguments as an object')
  const tool = TOOLS.find(({ name }) => name === call.data.name)
  if (!tool) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${call.data.name.slice(0, 100)}`)
  const input = tool.input.safeParse(call.data.arguments ?? {})
  if (!input.success) return failed(wrongArguments(input.error))
  try {
    const text = JSON.stringify(await tool.run(input.data, deskOf(asking)))
    if (text.length > MAX_RESULT_CHARACTERS) return failed('The answer is larger than allowed. Ask for less at once.')
    return { content: [{ type: 'text', text }] }
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    if (cause.status >= 500) asking.log('error', 'tool failed', { tool: tool.name, error: cause.stack })
    return failed(wordsOf(cause))
  }
}

const failed = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: true })

const wrongArguments = (error: z.ZodError) =>
  `The arguments do not fit. ${error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('. ')}`

/** The words of a refusal, with the field that each is about. */
function wordsOf({ body, detail }: Problem): string {
  const words = typeof body === 'string' ? body : fieldWords(body)
  const wait = detail.headers?.['retry-after']
  return wait === undefined ? words : `${words}. Try again in ${wait} seconds.`
}

function fieldWords(body: Problem['body']): string {
  const texts = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value))
  if (Array.isArray(body)) return texts(body)
  return Object.entries(body)
    .map(([field, value]) => `${field}: ${isJson(value) ? JSON.stringify(value) : texts(value)}`)
    .join('. ')
}

const deskOf = ({ caller, context }: Asking): Desk => ({
  origin: context.origin,
  signal: context.signal,
  ask: async (route, said = {}) => {
    const reply = await context.ask(route, said, caller)
    return reply instanceof Raw ? jsonOf(reply) : (reply as Json)
  },
})

async function jsonOf({ body }: Raw): Promise<Json> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of piecesOf(body)) {
    size += piece.byteLength
    if (size > MAX_REPLY_BYTES) throw new Problem(413, 'The answer is larger than allowed. Ask for less at once.')
    pieces.push(piece)
  }
  const value = parseExact(Buffer.concat(pieces).toString('utf8'))
  return isJson(value) ? value : { result: value }
}

function piecesOf(body: Raw['body']): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (body === null) return []
  if (typeof body === 'string') return [Buffer.from(body)]
  return body instanceof Uint8Array ? [body] : body
}
