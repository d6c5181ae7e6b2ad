const DOMAIN = /^(?:(https?):\/\/)?((?:\*\.)?[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:]+\])(?::(\d{1,5}))?\/?$/i
const PORT_OF = { http: '80', https: '443' } as const

type Scheme = keyof typeof PORT_OF

interface Domain {
  readonly scheme: Scheme | null
  readonly host: string
  readonly port: string | null
}

/** Whether a text is a place where a dashboard may be embedded: a host, with or without scheme and port; `*.` for all below it. */
export const isDomain = (text: string): boolean => domainOf(text) !== null

/** The sources of a `frame-ancestors` directive that are exactly these domains; any place without one. */
export function frameAncestors(domains: readonly string[]): string {
  if (domains.length === 0) return '*'
  const sources = domains.flatMap((text) => domainOf(text) ?? []).map(sourceOf)
  return sources.length === 0 ? "'none'" : sources.join(' ')
}

/** Whether a page at the address of a `Referer` header may show what is embedded. Without domains any may. */
export function isAllowedReferer(referer: string | null, domains: readonly string[]): boolean {
  if (domains.length === 0) return true
  if (referer === null || !URL.canParse(referer)) return false
  const { protocol, hostname, port } = new URL(referer)
  const scheme = schemeOf(protocol.slice(0, -1))
  if (scheme === null) return false
  const at = { scheme, host: hostname.toLowerCase(), port: port || PORT_OF[scheme] }
  return domains.some((text) => {
    const domain = domainOf(text)
    return domain !== null && holds(domain, at)
  })
}

function holds(domain: Domain, at: { readonly scheme: Scheme; readonly host: string; readonly port: string }) {
  if (domain.scheme !== null && domain.scheme !== at.scheme) return false
  if ((domain.port ?? PORT_OF[at.scheme]) !== at.port) return false
  return domain.host.startsWith('*.') ? at.host.endsWith(domain.host.slice(1)) : at.host === domain.host
}

function domainOf(text: string): Domain | null {
  const [, scheme, host, port] = DOMAIN.exec(text.trim()) ?? []
  if (host === undefined || host.includes('..')) return null
  return {
    scheme: schemeOf(scheme?.toLowerCase()),
    host: host.toLowerCase(),
    port: port ?? null,
  }
}

const schemeOf = (text: string | undefined): Scheme | null => (text === 'http' || text === 'https' ? text : null)

const sourceOf = ({ scheme, host, port }: Domain) =>
  `${scheme === null ? '' : `${scheme}://`}${host}${port === null ? '' : `:${port}`}`
