import type { FastifyRequest } from 'fastify'

/** Where someone who is not signed in goes, to come back afterwards. */
export function signInUrl(request: Pick<FastifyRequest, 'url'>, isPage = true): string {
  const [path = '/', query] = request.url.split('?', 2)
  if (query !== undefined) return `/login/?next=${encodeURI(decodeLoosely(path))}?${encodeURIComponent(query)}`
  // Existing clients compare this address: pages other than the home page keep their slashes in it.
  const keepsSlashes = isPage && path !== '/superset/welcome/'
  const next = keepsSlashes ? encodeURI(decodeLoosely(path)) : encodeURIComponent(path)
  return `/login/?next=${next}`
}

function decodeLoosely(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
