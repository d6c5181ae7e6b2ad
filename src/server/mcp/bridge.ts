import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { bearerFor, RemoteError } from '../files/remote.ts'
import { MCP_HELP, type McpCommand } from './options.ts'

const PARSE_ERROR = -32_700
const SERVER_ERROR = -32_000
type Id = string | number | null

const Message = z.looseObject({ id: z.union([z.string(), z.number()]).optional() })
const Greeting = z.looseObject({ result: z.looseObject({ protocolVersion: z.string() }) })
const Refusal = z.looseObject({
  message: z.unknown().optional(),
  msg: z.string().optional(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
})

/**
 * `sightline mcp`: passes each line of an agent to `POST /mcp` of a server as the signed-in user, and each answer back.
 * Ends with the input, after the answers. Throws `RemoteError` where the server refuses the user.
 */
export async function mcpCommand(command: McpCommand, input: Readable, output: Writable): Promise<void> {
  if (command.wantsHelp) return void output.write(MCP_HELP)
  const post = poster(command, await bearerFor(command.url, command.proof))
  const pending = new Set<Promise<void>>()
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    const passed = passOn(line, post).then((reply) => void (reply === null || output.write(`${reply}\n`)))
    pending.add(passed)
    void passed.then(() => pending.delete(passed))
  }
  await Promise.all(pending)
}

type Post = (body: string) => Promise<Response>

/** The answer to a line, in one line; null where it has none. Never rejects: whoever asked is told what went wrong. */
async function passOn(line: string, post: Post): Promise<string | null> {
  const id = idOf(line)
  if (id === undefined) return failure(null, PARSE_ERROR, 'Parse error')
  const refused = (words: string) => (id === null ? null : failure(id, SERVER_ERROR, words))
  try {
    const answer = await post(line)
    const text = await answer.text()
    if (answer.ok || isReply(text)) return text === '' ? null : text
    return refused(wordsOf(text) ?? `The server answered ${answer.status}.`)
  } catch (cause) {
    return refused(cause instanceof Error ? cause.message : String(cause))
  }
}

/** Posts with the token of the user, a fresh one where it has expired, and with what the greeting told. */
function poster({ url, proof }: McpCommand, first: string): Post {
  let token = Promise.resolve(first)
  let session: string | null = null
  let version: string | null = null
  const send = async (body: string, bearer: string) => {
    const headers = {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== null && { 'mcp-session-id': session }),
      ...(version !== null && { 'mcp-protocol-version': version }),
    }
    return fetch(`${url}/mcp`, { method: 'POST', headers, body, redirect: 'error' }).catch((cause: unknown) => {
      throw new RemoteError(`The server ${url} cannot be reached.`, new Map(), { cause })
    })
  }
  return async (body) => {
    const known = token
    let answer = await send(body, await known)
    if (answer.status === 401) {
      // Many calls may meet the end of a token at once; the first of them asks for the next one.
      if (token === known) token = bearerFor(url, proof)
      answer = await send(body, await token)
    }
    const named = answer.headers.get('mcp-session-id')
    if (named !== null) {
      session = named
      version = Greeting.safeParse(jsonOf(await answer.clone().text())).data?.result.protocolVersion ?? null
    }
    return answer
  }
}

/** The number of a message; null for one without, undefined for what is no JSON. */
function idOf(line: string): Id | undefined {
  const value = jsonOf(line)
  return value === undefined ? undefined : (Message.safeParse(value).data?.id ?? null)
}

const isReply = (text: string) => {
  const value = jsonOf(text)
  return typeof value === 'object' && value !== null && 'jsonrpc' in value
}

function wordsOf(text: string): string | null {
  const { data } = Refusal.safeParse(jsonOf(text))
  const words = data?.errors?.[0]?.message ?? data?.msg ?? data?.message ?? null
  return words === null || typeof words === 'string' ? words : JSON.stringify(words)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const failure = (id: Id, code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
