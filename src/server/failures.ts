import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../gateway/services.server.ts'
import { TooManyHashesError } from '../metadata/password.server.ts'
import { storeFault } from '../metadata/store-fault.ts'
import { page } from '../resources/kit/page.server.ts'
import { envelopeOf } from '../wire/envelope.ts'
import type { Endpoint } from '../wire/mount.server.ts'
import { Problem, type Status } from '../wire/problem.ts'
import type { Raw } from '../wire/raw.ts'
import type { RouteShape } from '../wire/route.ts'
import type { Identifier } from './access/identify.ts'
import { pathTable } from './path-table.ts'

const NOT_FOUND =
  '404 Not Found: The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.'
const NOT_ALLOWED = '405 Method Not Allowed: The method is not allowed for the requested URL.'
const UNREADABLE = '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.'
const INTERNAL = 'Unexpected error: the log of the server names the reason of this request'
const PAGE_TITLES: Readonly<Record<number, string>> = { 401: 'No access', 403: 'No access', 404: 'Page not found' }
const TEXTS: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Problem(413, 'The request is larger than allowed'),
  FST_REQ_FILE_TOO_LARGE: new Problem(413, 'The file is larger than allowed'),
  FST_FILES_LIMIT: new Problem(413, 'The request has too many files'),
}

/** Turns every failure into an answer: an envelope for programs, a page for people; details go to the log only. */
export function failureHandlers(services: Services, endpoints: readonly Endpoint[], who: Identifier) {
  const paths = pathTable(endpoints.map((endpoint) => endpoint.route))
  const onError = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { route } = request.routeOptions.config as { route?: RouteShape }
    const problem = problemOf(error, services, request)
    if (problem.status === 507) services.disk.noteFull()
    if (isNoSuchPath(problem)) return onNoSuchPath(request, reply, problem)
    if (route?.face === 'page' && wantsHtml(request)) return sendRaw(reply, await failurePage(problem.status, request))
    return sendProblem(reply, request, problem, route)
  }
  /** A word in place of a number may be a call of its own, with another method. */
  const onNoSuchPath = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => {
    const allowed = paths.literalMethods(pathOf(request))
    if (allowed.length === 0) return sendProblem(reply, request, problem, undefined)
    reply.header('allow', allowed.join(', '))
    return sendProblem(reply, request, new Problem(405, NOT_ALLOWED, { type: 'GENERIC_BACKEND_ERROR' }), undefined)
  }
  const failurePage = async (status: Status, request: FastifyRequest) => {
    const caller = await who.identify(request)
    return page(services, caller, { status, title: PAGE_TITLES[status] ?? 'Something went wrong' })
  }
  const onUnknown = async (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = paths.methods(pathOf(request))
    if (allowed.length === 0) {
      if (wantsHtml(request)) return sendRaw(reply, await failurePage(404, request))
      return sendProblem(reply, request, new Problem(404, NOT_FOUND, { type: 'GENERIC_BACKEND_ERROR' }), undefined)
    }
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') return reply.code(200).type('text/html; charset=utf-8').send('')
    return sendProblem(reply, request, new Problem(405, NOT_ALLOWED, { type: 'GENERIC_BACKEND_ERROR' }), undefined)
  }
  return { onError, onUnknown }
}

const isNoSuchPath = ({ status, detail }: Problem) => status === 404 && detail.type === 'GENERIC_BACKEND_ERROR'
const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/'

function problemOf(error: unknown, services: Services, request: FastifyRequest): Problem {
  if (error instanceof Problem) {
    if (error.status >= 500) logFailure(services, request, error)
    return error
  }
  if (hasLeft(error, request)) {
    services.log('info', 'the client left before the answer', placeOf(request))
    return new Problem(400, 'The client left before the answer')
  }
  if (error instanceof TooManyHashesError)
    return new Problem(429, 'Too many requests', { headers: { 'retry-after': '5' } })
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  const known = TEXTS[code]
  if (known) return known
  const fault = storeFault(error)
  if (fault) {
    if (fault.status >= 500) logFailure(services, request, error)
    return fault
  }
  if (statusCode >= 400 && statusCode < 500) return new Problem(statusCode as Status, UNREADABLE)
  if (isBrokenForm(error)) return new Problem(400, UNREADABLE)
  logFailure(services, request, error)
  return new Problem(500, INTERNAL, { type: 'GENERIC_BACKEND_ERROR' })
}

function logFailure(services: Services, request: FastifyRequest, error: unknown): void {
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error))
  const because = cause instanceof Error ? { cause: cause.message } : {}
  services.log('error', 'request failed', { ...placeOf(request), error: { name, message, stack, ...because } })
}

const placeOf = (request: FastifyRequest) => ({
  requestId: request.id,
  method: request.method,
  path: pathOf(request),
})

/** Work that was ended because nobody waits for it any more is no failure. */
const hasLeft = (error: unknown, request: FastifyRequest) =>
  error instanceof Error && request.raw.socket.destroyed && (error.name === 'AbortError' || isCutOff(error))

/** A body that ends before its end, as Node says it. */
const isCutOff = (error: Error & { readonly code?: string }) =>
  error.code === 'ECONNRESET' && error.message === 'aborted'

/** A form in parts with no boundary, one that is too long or no end, as its reader says it, who gives no code. */
const isBrokenForm = (error: unknown) =>
  error instanceof Error &&
  /^Multipart: Boundary not found$|unexpected end of multipart data$|^The needle cannot/i.test(error.message)

function sendProblem(reply: FastifyReply, request: FastifyRequest, problem: Problem, route: RouteShape | undefined) {
  const body = envelopeOf(problem, route?.errors ?? 'message')
  if (problem.detail.headers) reply.headers({ ...problem.detail.headers })
  reply.code(problem.status)
  if (body === null) return reply.type('text/html; charset=utf-8').send('')
  reply.type('application/json; charset=utf-8')
  return reply.send(JSON.stringify(withRequestId(body, request.id)))
}

/** Rich errors name the request, so that a user can tell an operator which it was. */
function withRequestId(body: unknown, requestId: string): unknown {
  const { errors } = body as { errors?: { extra: object }[] }
  return errors ? { errors: errors.map((e) => ({ ...e, extra: { ...e.extra, request_id: requestId } })) } : body
}

function sendRaw(reply: FastifyReply, raw: Raw) {
  for (const [name, value] of Object.entries(raw.headers)) reply.header(name, value)
  return reply.code(raw.status).send(raw.body)
}

const wantsHtml = (request: FastifyRequest) => (request.headers.accept ?? '').includes('text/html')
