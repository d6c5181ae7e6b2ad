import type { FastifyReply, FastifyRequest } from 'fastify'
import { redirect } from '../wire/raw.ts'
import type { RouteShape } from '../wire/route.ts'

/** A route written with a final slash answers the form without it with 308, which keeps method and body. */
export async function redirectToSlash(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { route } = request.routeOptions.config as { route?: RouteShape }
  if (!route?.path.endsWith('/')) return undefined
  const [path = '', query] = request.url.split('?', 2)
  if (path.endsWith('/')) return undefined
  const base = path.replace(/^\/+/, '/')
  const { status, headers, body } = redirect(query === undefined ? `${base}/` : `${base}/?${query}`, 308)
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  return reply.code(status).send(body)
}
