const WITH_PROTOCOL = /^([a-z][a-z\d+.-]*):\/\/(.*)$/i
const PROTOCOL = /^[a-z][a-z\d+.-]*:/i
const BARE_HOST = /^(?:www\.[^\s/]+|[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?\/)/i
const ALLOWED: ReadonlySet<string> = new Set(['http', 'https'])

/**
 * A link of unknown origin as it may be followed: one with a host and a protocol that is not allowed, or none, loses
 * the protocol (`//host/path`), a path stays; null for what has a protocol but no host, such as scripts.
 */
export function safeLink(text: string): string | null {
  const link = withoutControls(text).trim()
  const [, protocol, rest = ''] = WITH_PROTOCOL.exec(link) ?? []
  if (protocol !== undefined) return ALLOWED.has(protocol.toLowerCase()) ? link : `//${rest.replace(/^[/\\]+/, '')}`
  if (BARE_HOST.test(link)) return `//${link}`
  return PROTOCOL.test(link) ? null : link
}

const withoutControls = (text: string): string => [...text].filter((c) => c >= ' ' && c !== '\u007f').join('')
