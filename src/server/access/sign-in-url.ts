import type { FastifyRequest } from 'fastify'

/** Where someone who is not signed in goes, to come back afterwards. */
export function signInUrl(request: Pick<FastifyRequest, 'url'>): string {
  const [path = '/', query] = request.url.split('?', 2)
  const back = query === undefined ? encodeURIComponent(path) : `${path}?${encodeURIComponent(query)}`
  return `/login/?next=${back}`
}
