import type { Generated } from 'kysely'
import type { Flag, Instant, JsonText } from './values.server.ts'

export interface UserTable {
  id: Generated<number>
  username: string
  first_name: string
  last_name: string
  email: string
  password_hash: string | null
  is_active: Flag
  created_on: Instant
  changed_on: Instant
  last_login: Instant | null
  login_count: Generated<number>
  fail_login_count: Generated<number>
  /** JSON of the person's own settings: theme, language, time zone. */
  settings: Generated<JsonText>
}

export interface RoleTable {
  id: Generated<number>
  name: string
}

export interface RolePairTable {
  role_id: number
  pair_id: number
}

export interface PairTable {
  id: Generated<number>
  permission: string
  view: string
}

export interface UserRoleTable {
  user_id: number
  role_id: number
}

/** People who hold roles together. */
export interface GroupTable {
  id: Generated<number>
  name: string
  label: string | null
  description: string | null
}

export interface GroupUserTable {
  group_id: number
  user_id: number
}

export interface GroupRoleTable {
  group_id: number
  role_id: number
}

export interface SessionTable {
  /** SHA-256 of the cookie's value. */
  id_hash: string
  user_id: number | null
  created_on: Instant
  seen_on: Instant
  expires_on: Instant
  ip: string
  agent: string
}

/** Keys by which scripts come as a user. */
export interface ApiKeyTable {
  id: Generated<number>
  uuid: string
  user_id: number
  name: string
  /** Words with commas; null for all that the user may. */
  scopes: string | null
  /** The first letters of the key. */
  prefix: string
  /** SHA-256 of the key, which is kept nowhere. */
  key_hash: string
  created_on: Instant
  expires_on: Instant | null
  last_used_on: Instant | null
  revoked_on: Instant | null
}

export interface LogTable {
  id: Generated<number>
  user_id: number | null
  action: string
  dttm: Instant
  dashboard_id: number | null
  slice_id: number | null
  json: JsonText
  duration_ms: number | null
  referrer: string | null
}

/** Append-only: each row's hash covers the row before it. */
export interface AuditTable {
  id: Generated<number>
  at: Instant
  actor: string
  action: string
  object: string
  outcome: string
  ip: string
  request_id: string
  detail: JsonText
  hash: string
}
