import type { RequestContext } from '../../wire/request-context.server.ts'

type Site = Pick<RequestContext, 'origin'>

const isSecure = (site: Site) => site.origin.startsWith('https:')

/** A browser accepts the `__Host-` prefix over TLS only. */
const prefixed = (site: Site, name: string) => (isSecure(site) ? `__Host-${name}` : name)

const sessionCookieName = (site: Site) => prefixed(site, 'sid')
export const loginCookieName = (site: Site) => prefixed(site, 'login')

export const sessionCookie = (site: Site, value: string) => setCookie(site, sessionCookieName(site), value)
export const loginCookie = (site: Site, value: string) => setCookie(site, loginCookieName(site), value)
export const clearedSession = (site: Site) => `${setCookie(site, sessionCookieName(site), '')}; Max-Age=0`

function setCookie(site: Site, name: string, value: string): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure(site) ? '; Secure' : ''}`
}
