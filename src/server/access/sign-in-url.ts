import type { FastifyRequest } from 'fastify'

/** Where someone who is not signed in goes, to come back afterwards. */
export function signInUrl(request: Pick<FastifyRequest, 'url'>): string {
  const [path = '/', query] = request.url.split('?', 2)
  if (query !== undefined) return `/login/?next=${encodeURI(decodeLoosely(path))}?${encodeURIComponent(query)}`
  // Existing clients compare this address: only dashboards keep their slashes in it.
  const next = path.startsWith('/superset/dashboard/') ? encodeURI(decodeLoosely(path)) : encodeURIComponent(path)
  return `/login/?next=${next}`
}

function decodeLoosely(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
