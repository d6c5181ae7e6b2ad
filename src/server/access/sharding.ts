import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../gateway/services.server.ts'
import { chartDataRoutes } from '../../resources/chart-data/contract.ts'
import { readShardingTicket } from '../../resources/session/sharding-tickets.server.ts'

const TICKET_HEADER = 'x-sharding-ticket'
const { path: PATH, method: METHOD } = chartDataRoutes.batch
const PREFLIGHT = {
  'access-control-allow-methods': METHOD,
  'access-control-allow-headers': `content-type, ${TICKET_HEADER}`,
  'access-control-max-age': '7200',
} as const

type Asked = Pick<FastifyRequest, 'headers' | 'url' | 'method'>

/**
 * Lets pages of the installation ask for charts under its sharding hosts: one route, without cookies, for who shows a
 * ticket. A question before the question is allowed to every origin (or to that of the public address, where it is
 * known), since it opens nothing; an answer can be read by the origin alone that the ticket was given to.
 */
export function allowSharding(app: FastifyInstance, services: Services, publicUrl: string | null): void {
  const hosts = services.conf.SUPERSET_WEBSERVER_DOMAINS
  if (hosts === null) return
  const pagesOrigin = publicUrl === null ? null : new URL(publicUrl).origin
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    const isSharded = pathOf(request) === PATH && origin !== undefined && isListed(hosts, request.host)
    if (!isSharded || (pagesOrigin !== null && origin !== pagesOrigin)) return done()
    if (request.method === 'OPTIONS') return void allow(reply, origin).headers(PREFLIGHT).code(204).send()
    const ticket = ticketOf(request)
    if (request.method !== METHOD || ticket === null) return done()
    allow(reply, origin)
    if (readShardingTicket(services, ticket, origin) !== null) return done()
    reply.code(401).type('application/json; charset=utf-8').send('{"msg":"The sharding ticket is not valid"}')
  })
}

/** The ticket of a request; null without one. */
export function ticketOf({ headers }: Pick<Asked, 'headers'>): string | null {
  const ticket = headers[TICKET_HEADER]
  return typeof ticket === 'string' ? ticket : null
}

/** Whether the request is for what a ticket opens: nothing but charts of dashboards. */
export const opensByTicket = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === METHOD && path === PATH

const allow = (reply: FastifyReply, origin: string) =>
  reply.headers({ 'access-control-allow-origin': origin, vary: 'Accept-Encoding, Cookie, Origin' })

const pathOf = ({ url }: Asked) => url.split('?', 1)[0]

/** A host that is listed without a port is meant with any. */
const isListed = (hosts: readonly string[], host: string) =>
  hosts.includes(host.toLowerCase()) || hosts.includes(host.toLowerCase().replace(/:\d+$/, ''))
