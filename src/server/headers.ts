import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"
const FIXED = [
  ['content-security-policy', API_POLICY],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cache-control', 'no-store'],
].flat()
const HSTS = 'max-age=31536000'

/** Headers of every answer (reference: reliability-security B3); a page replaces the policy by its own. */
export function securityHeaders(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const headers = replyHeaders(request)
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1])
  done()
}

/** The same as names and values in turn, for the id, address and protocol of a request. */
export function replyHeaders({ id, url, protocol }: Pick<FastifyRequest, 'id' | 'url' | 'protocol'>): string[] {
  const vary = url.startsWith('/static/') ? 'Accept-Encoding' : 'Accept-Encoding, Cookie'
  const headers = ['x-request-id', id, ...FIXED, 'vary', vary]
  // Who may frame an embedded dashboard is said by its policy, which this header would contradict.
  if (!url.startsWith('/embedded/')) headers.push('x-frame-options', 'DENY')
  if (protocol === 'https') headers.push('strict-transport-security', HSTS)
  return headers
}
