import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '../../gateway/services.server.ts'
import { escapeHtml } from '../../kernel/escape-html.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Status } from '../../wire/problem.ts'
import { Raw } from '../../wire/raw.ts'
import { grantsOf } from './grants.ts'
import { type InstallationTheme, installationTheme } from './look/installation.server.ts'

export interface PageOptions {
  readonly title?: string
  readonly status?: 200 | Status
  /** Further bootstrap members. */
  readonly bootstrap?: Readonly<Record<string, unknown>>
  readonly csrfToken?: string
  /** What a browser without JavaScript sees, as HTML. */
  readonly plainHtml?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Who may show the page in a frame, as sources of the policy; nobody without it. */
  readonly frameAncestors?: string
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Sightline</title></head>
  <body>
    <p>The browser part of Sightline is not built. Run: npm start</p>
    <div id="app" data-bootstrap="__BOOTSTRAP__"></div>
  </body>
</html>
`
const templates = new Map<string, { readonly at: number; readonly text: string }>()

/** The token that changes of this caller carry in `X-CSRFToken`. */
export const csrfTokenOf = (services: Pick<Services, 'sign'>, caller: Caller | null): string =>
  services.sign(`csrf:${caller?.sessionId ?? caller?.userId ?? ''}`)

/** A page of the browser application for the caller or for nobody known, with its own script nonce and policy. */
export async function page(services: Services, caller: Caller | null, options: PageOptions = {}): Promise<Raw> {
  const theme = await installationTheme(services)
  const nonce = randomBytes(16).toString('base64')
  const html = templateOf(services.webDir)
    .replaceAll('__CSP_NONCE__', nonce)
    .replace('__BOOTSTRAP__', () => escapeHtml(JSON.stringify(bootstrapOf(services, caller, { ...options, theme }))))
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(titleOf(options.title))}</title>`)
    .replace('</body>', () => `${options.plainHtml ? `<noscript>${options.plainHtml}</noscript>` : ''}</body>`)
  return new Raw(
    options.status ?? 200,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(nonce, options.frameAncestors ?? "'none'", shardsOf(services)),
      ...options.headers,
    },
    html,
  )
}

const titleOf = (title: string | undefined) => (title ? `${title} · Sightline` : 'Sightline')

function bootstrapOf(
  services: Services,
  caller: Caller | null,
  options: PageOptions & { readonly theme: InstallationTheme | null },
): unknown {
  return {
    user: caller === null || caller.kind === 'anonymous' ? null : userOf(caller),
    common: {
      conf: services.conf,
      feature_flags: services.featureFlags,
      locale: caller?.language ?? 'en',
      theme: options.theme,
    },
    csrf_token: options.csrfToken ?? csrfTokenOf(services, caller),
    ...options.bootstrap,
  }
}

function userOf(caller: Caller): unknown {
  const pairs = caller.pairs()
  return {
    userId: caller.userId,
    username: caller.username,
    firstName: caller.firstName,
    lastName: caller.lastName,
    email: caller.email,
    timeZone: caller.timeZone,
    isActive: true,
    isAnonymous: false,
    roles: Object.fromEntries(caller.roles.map((role, i) => [role.name, i === 0 ? pairs : []])),
    permissions: grantsOf(caller),
  }
}

/** A host that is listed without a port has that of the page, which is not known here. */
const shardsOf = ({ conf }: Services) =>
  (conf.SUPERSET_WEBSERVER_DOMAINS ?? []).map((host) => (host.includes(':') ? ` ${host}` : ` ${host}:*`)).join('')

function policy(nonce: string, ancestors: string, shards: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${shards}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')
}

function templateOf(webDir: string): string {
  const file = join(webDir, 'index.html')
  try {
    const at = statSync(file).mtimeMs
    const known = templates.get(file)
    if (known?.at === at) return known.text
    const text = readFileSync(file, 'utf8')
    templates.set(file, { at, text })
    return text
  } catch {
    return NOT_BUILT
  }
}
