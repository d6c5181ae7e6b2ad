import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { redirect } from '../wire/raw.ts'
import type { RouteShape } from '../wire/route.ts'

/** A route written with a final slash answers the form without it with 308, which keeps method and body. */
export function redirectToSlash(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const location = slashedUrl(request)
  if (location === null) {
    done()
    return
  }
  const { status, headers, body } = redirect(location, 308)
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  reply.code(status).send(body)
}

function slashedUrl(request: FastifyRequest): string | null {
  const { route } = request.routeOptions.config as { route?: RouteShape }
  if (!route?.path.endsWith('/')) return null
  const [path = '', query] = request.url.split('?', 2)
  if (path.endsWith('/')) return null
  return `${path.replace(/^\/+/, '/')}/${query === undefined ? '' : `?${query}`}`
}
