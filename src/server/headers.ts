import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"
const HSTS = 'max-age=31536000'

/** Headers of every answer (reference: reliability-security B3); a page replaces the policy by its own. */
export function securityHeaders(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  reply.headers({
    'x-request-id': request.id,
    'content-security-policy': API_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    vary: request.url.startsWith('/static/') ? 'Accept-Encoding' : 'Accept-Encoding, Cookie',
  })
  if (request.protocol === 'https') reply.header('strict-transport-security', HSTS)
  done()
}
