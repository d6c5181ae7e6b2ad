import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"
const HSTS = 'max-age=31536000'

/** Headers of every answer (reference: reliability-security B3); a page replaces the policy by its own. */
export function securityHeaders(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  reply.headers(replyHeaders(request))
  done()
}

/** The same by name, for the id of a request, its address and the protocol by which it reached the first server. */
export function replyHeaders({ id, url, protocol }: Pick<FastifyRequest, 'id' | 'url' | 'protocol'>) {
  return {
    'x-request-id': id,
    'content-security-policy': API_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    vary: url.startsWith('/static/') ? 'Accept-Encoding' : 'Accept-Encoding, Cookie',
    ...(protocol === 'https' ? { 'strict-transport-security': HSTS } : {}),
  }
}
