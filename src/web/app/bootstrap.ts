import type { Look } from '../../resources/kit/look/look.ts'
import type { ThemeConfig } from '../../resources/kit/look/theme-config.ts'

/**
 * What the server puts into the page. index.html as built holds two placeholders, which the server replaces:
 * `__CSP_NONCE__` (every occurrence: script and link tags and the meta tag that Vite's loader reads for what it adds)
 * and `__BOOTSTRAP__` (the JSON below, HTML-escaped, in the data-bootstrap attribute). The kit adds no style tags, so
 * styles need no nonce beyond what `style-src 'self'` and style attributes give.
 */
type Roles = Readonly<Record<string, readonly (readonly [permission: string, view: string])[]>>

interface BootstrapUser {
  readonly userId: number
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email?: string
  /** Where relative times are meant; null where the user chose none. */
  readonly timeZone?: string | null
  readonly roles: Roles
}

interface InstallationTheme {
  readonly look: Look
  readonly light: readonly ThemeConfig[]
  readonly dark: readonly ThemeConfig[]
}

export interface Bootstrap {
  readonly user: BootstrapUser | null
  readonly common: {
    readonly conf: Readonly<Record<string, unknown>>
    readonly feature_flags: Readonly<Record<string, boolean>>
    readonly locale: string
    /** The look that an administrator chose, and the themes that make it; null is the product's own. */
    readonly theme?: InstallationTheme | null
  }
  readonly csrf_token: string
  /** On the sign-in page after a form that was refused. */
  readonly login_error?: string | null
  /** On the page of an embedded dashboard. */
  readonly embedded?: { readonly dashboard_id: number }
  /** On the page of the first start. */
  readonly first_start?: { readonly failure: string | null }
}

const EMPTY: Bootstrap = { user: null, common: { conf: {}, feature_flags: {}, locale: 'en' }, csrf_token: '' }

let parsed: Bootstrap | null = null
let guestRoles: Roles = {}

export function bootstrap(): Bootstrap {
  parsed ??= readBootstrap(document.getElementById('app')?.dataset.bootstrap ?? '')
  return parsed
}

function readBootstrap(text: string): Bootstrap {
  if (!text.startsWith('{')) return EMPTY
  const value = JSON.parse(text) as Partial<Bootstrap>
  return { ...EMPTY, ...value, common: { ...EMPTY.common, ...value.common } }
}

/** The rights of the guest who looks at an embedded dashboard. */
export function setGuestRoles(roles: Roles): void {
  guestRoles = roles
}

/** Whether the signed-in user is one of the owners, or an administrator, who may do what owners may. */
export function owns(owners: readonly { readonly id: number }[]): boolean {
  const { user } = bootstrap()
  return isAdmin(user?.roles ?? {}) || owners.some(({ id }) => id === user?.userId)
}

const isAdmin = (roles: Roles) => Object.keys(roles).some((role) => role.toLowerCase() === 'admin')

/** Whether the signed-in user holds the pair. The server decides again; this only hides what would be refused. */
export function can(permission: string, view: string): boolean {
  const roles = bootstrap().user?.roles ?? guestRoles
  if (isAdmin(roles)) return true
  return Object.values(roles).some((pairs) => pairs.some(([p, v]) => p === permission && v === view))
}
