import type { Language } from '../kernel/language.ts'
/** Claims of a guest token: who looks, at which dashboards, under which row rules. */
export interface GuestClaims {
  readonly user: { readonly username: string; readonly firstName: string; readonly lastName: string }
  readonly resources: readonly { readonly type: string; readonly id: string }[]
  readonly rls: readonly { readonly dataset: number | null; readonly clause: string }[]
}

/** What an API key may be made for: reading alone, or statements in the SQL editor as well. */
export const KEY_SCOPES = ['read', 'sql'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Who asks. Decided once per request; a handler never reads a cookie or a token itself. */
export interface Caller {
  readonly kind: 'user' | 'guest' | 'anonymous'
  /** How the caller proved who it is. A bearer token and a key are sent by no browser on its own, so they need no CSRF token. */
  readonly via: 'session' | 'bearer' | 'key' | 'guest' | 'none'
  /** All that the key is for; null where nothing but the user's rights limits the caller. */
  readonly scopes: readonly KeyScope[] | null
  readonly userId: number | null
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly roles: readonly { readonly id: number; readonly name: string }[]
  readonly isAdmin: boolean
  /** Roles named in a dashboard open it (DASHBOARD_RBAC). */
  readonly opensByRole: boolean
  readonly guest: GuestClaims | null
  readonly sessionId: string | null
  /** The zone that the user chose for relative times; null without a choice. */
  readonly timeZone: string | null
  /** The language that the user chose; null without a choice. */
  readonly language: Language | null
  can(permission: string, view: string): boolean
  /** Every pair held, for the page's bootstrap and the permission lists. */
  pairs(): readonly (readonly [permission: string, view: string])[]
}

/** A text that tells callers apart: users by id, guests by all that their token says. */
export const callerKey = ({ kind, userId, guest }: Pick<Caller, 'kind' | 'userId' | 'guest'>): string =>
  guest === null ? `${kind} ${userId ?? ''}` : `${kind} ${JSON.stringify(guest)}`
