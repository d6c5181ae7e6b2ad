import { z } from 'zod'
import { Problem } from '../../wire/problem.ts'
import { Raw, rawJson } from '../../wire/raw.ts'
import { type Asking, callTool } from './call.server.ts'
import { RpcError } from './rpc-error.ts'
import { running } from './running.ts'
import { offeredTools, toolList } from './tools.server.ts'

type Id = string | number
interface Message {
  readonly id: Id | null
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Revisions of the protocol whose messages are understood, the newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
const MAX_BATCH = 50
const INVALID_REQUEST = -32_600
const NO_METHOD = -32_601

const INSTRUCTIONS = `Sightline is a business intelligence server. Everything is done with the rights of the signed-in user.
Explore with list_datasets and describe_dataset: a dataset has named metrics that are to be preferred over aggregates of your own. query_dataset answers questions about a dataset; run_sql runs SQL on a database (list_databases, list_tables, describe_table).
Build with list_chart_types, create_chart and create_dashboard; they answer with a link for the user. A refusal says why; it does not help to try again.`

/** Answers the message of a client, or several of them in a list. A message that needs no answer gets 202. */
export async function answerMessages(body: unknown, asking: Asking): Promise<Raw> {
  const version = asking.context.header('mcp-protocol-version')
  if (version !== null && !VERSIONS.some((known) => known === version))
    throw new Problem(400, `Unsupported protocol version: ${version} (supported: ${VERSIONS.join(', ')})`)
  if (Array.isArray(body)) return answerAll(body, asking)
  const message = messageOf(body)
  const reply = message === null ? null : await answer(message, asking)
  if (message === null || reply === null) return new Raw(202, {}, null)
  if (message === 'invalid') return rawJson(JSON.stringify(reply), 400)
  if (message.method !== 'initialize') return rawJson(JSON.stringify(reply))
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return new Raw(200, { ...type, 'mcp-session-id': crypto.randomUUID() }, JSON.stringify(reply))
}

async function answerAll(all: readonly unknown[], asking: Asking): Promise<Raw> {
  if (all.length === 0 || all.length > MAX_BATCH)
    return rawJson(JSON.stringify(failure(null, INVALID_REQUEST, `1 to ${MAX_BATCH} messages at once`)), 400)
  const replies: Response[] = []
  for (const one of all) {
    const message = messageOf(one)
    const reply = message === null ? null : await answer(message, asking)
    if (reply !== null) replies.push(reply)
  }
  return replies.length === 0 ? new Raw(202, {}, null) : rawJson(JSON.stringify(replies))
}

type Response =
  | { readonly jsonrpc: '2.0'; readonly id: Id | null; readonly result: unknown }
  | {
      readonly jsonrpc: '2.0'
      readonly id: Id | null
      readonly error: { readonly code: number; readonly message: string }
    }

const failure = (id: Id | null, code: number, message: string): Response => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

/** Null for what needs no answer: a notification, an answer of the client, a call that was cancelled. */
async function answer(message: Message | 'invalid', asking: Asking): Promise<Response | null> {
  if (message === 'invalid') return failure(null, INVALID_REQUEST, 'Invalid Request')
  const { id, method, params } = message
  if (id === null) {
    if (method === 'notifications/cancelled') running.cancel(placeOf(asking), params['requestId'])
    return null
  }
  try {
    const result = await resultOf({ id, method, params }, asking)
    return result === null ? null : { jsonrpc: '2.0', id, result }
  } catch (cause) {
    if (cause instanceof RpcError) return failure(id, cause.code, cause.message)
    throw cause
  }
}

async function resultOf({ id, method, params }: Message & { readonly id: Id }, asking: Asking) {
  switch (method) {
    case 'initialize':
      return greeting(params['protocolVersion'])
    case 'ping':
      return {}
    case 'tools/list':
      return { tools: toolList(offeredTools(asking.caller)) }
    case 'tools/call':
      return running.during({ place: placeOf(asking), id }, (signal) =>
        callTool(params, { ...asking, context: asking.context.until(signal) }),
      )
    default:
      throw new RpcError(NO_METHOD, 'Method not found')
  }
}

const greeting = (asked: unknown) => ({
  protocolVersion: VERSIONS.find((known) => known === asked) ?? VERSIONS[0],
  capabilities: { tools: {} },
  serverInfo: { name: 'sightline', title: 'Sightline', version: '1' },
  instructions: INSTRUCTIONS,
})

/** Numbers of requests are a client's own: the session that was named at its start tells two of one user apart. */
const placeOf = ({ caller, context }: Asking) =>
  `${caller.userId ?? caller.username} ${context.header('mcp-session-id') ?? ''}`

const Message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
})
const Answer = z.union([
  z.looseObject({ jsonrpc: z.literal('2.0'), result: z.unknown() }),
  z.looseObject({ jsonrpc: z.literal('2.0'), error: z.looseObject({}) }),
])

function messageOf(value: unknown): Message | 'invalid' | null {
  const { data: message } = Message.safeParse(value)
  if (message) return { id: message.id ?? null, method: message.method, params: message.params ?? {} }
  return Answer.safeParse(value).success ? null : 'invalid'
}
