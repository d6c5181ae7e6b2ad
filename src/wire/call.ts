import { z } from 'zod'
import { Problem, type Status } from './problem.ts'
import { encodeRison } from './rison.ts'
import type { Input, Reply, RouteShape } from './route.ts'

/** Sends a request and gives status and parsed JSON body. The browser passes its HTTP client, tests an injected server. */
export type Send = (request: {
  readonly method: RouteShape['method']
  readonly path: string
  readonly json?: unknown
}) => Promise<{ readonly status: number; readonly body: unknown }>

/** Calls a route with typed input and gives its decoded reply. Throws Problem with the server's own texts. */
export async function call<R extends RouteShape>(send: Send, route: R, input: Input<R>): Promise<Reply<R>> {
  const { params, query, q, body } = input as { params?: unknown; query?: unknown; q?: unknown; body?: unknown }
  const path = fill(route, params) + search(route, query, q)
  const json = route.body ? { json: z.encode(route.body, body as never) as unknown } : {}
  const answer = await send({ method: route.method, path, ...json })
  if (answer.status >= 400) throw problemOf(answer.status, answer.body)
  return z.decode(route.reply, answer.body as never) as Reply<R>
}

function problemOf(status: number, body: unknown): Problem {
  const { message, error, msg, errors } = (body ?? {}) as Record<string, unknown>
  const rich = Array.isArray(errors) ? (errors[0] as { message?: string } | undefined) : undefined
  const text = rich?.message ?? message ?? error ?? msg ?? 'Unknown error'
  return new Problem(status as Status, text as string)
}

function fill(route: RouteShape, params: unknown): string {
  if (!route.params) return route.path
  const values = z.encode(route.params, params as never) as Record<string, unknown>
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

function search(route: RouteShape, query: unknown, q: unknown): string {
  const values = new URLSearchParams()
  if (route.query) {
    const encoded = z.encode(route.query, query as never) as Record<string, unknown>
    for (const [name, value] of Object.entries(encoded)) if (value !== undefined) values.set(name, String(value))
  }
  if (route.q && q !== undefined) values.set('q', encodeRison(z.encode(route.q, q as never)))
  const text = values.toString()
  return text === '' ? '' : `?${text}`
}
