export interface Address {
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
  /** With its number sign, or empty. */
  readonly hash: string
}

/** Where to go: an address as text, or its parts, of which an absent path is the one of the page. */
export type To = string | Partial<Address>

export type Params = Readonly<Record<string, string>>

/** The address that `to` means on the page `here`. */
export function resolveAddress(to: To, here: Address): Address {
  if (typeof to === 'string') {
    const { pathname, search, hash } = new URL(to, `http://page${here.pathname}${here.search}`)
    return { pathname, search, hash }
  }
  const { pathname = here.pathname, search = '', hash = '' } = to
  return { pathname, search: prefixed('?', search), hash: prefixed('#', hash) }
}

export const addressText = ({ pathname, search, hash }: Address): string => `${pathname}${search}${hash}`

/**
 * The parts of a path that stand where the pattern has `:name`, or null when it does not fit. Neither a slash at the
 * end nor the case of letters makes a difference.
 */
export function matchPath(pattern: string, pathname: string): Params | null {
  const wanted = segmentsOf(pattern)
  const given = segmentsOf(pathname)
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [at, segment] of wanted.entries()) {
    const value = decoded(given[at] ?? '')
    if (segment.startsWith(':')) params[segment.slice(1)] = value
    else if (segment.toLowerCase() !== value.toLowerCase()) return null
  }
  return params
}

const prefixed = (mark: string, text: string) => (text === '' || text.startsWith(mark) ? text : mark + text)

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '')

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
