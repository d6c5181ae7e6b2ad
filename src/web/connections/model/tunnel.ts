import { MASK } from '../../../gateway/database-address.ts'
import type { WireTunnel } from './wire.ts'

/** The fields of an SSH server, as typed. Which way to sign in is meant stands in `login`. */
export interface TunnelDraft {
  readonly login: 'password' | 'key'
  readonly server_address: string
  readonly server_port: string
  readonly username: string
  readonly password: string
  readonly private_key: string
  readonly private_key_password: string
  readonly server_host_key: string
}
export type TunnelField = Exclude<keyof TunnelDraft, 'login'>
type Secret = 'password' | 'private_key' | 'private_key_password'

export const NO_TUNNEL: TunnelDraft = {
  login: 'password',
  server_address: '',
  server_port: '22',
  username: '',
  password: '',
  private_key: '',
  private_key_password: '',
  server_host_key: '',
}

/** The form of a stored tunnel. Its secrets stay on the server: their fields are empty. */
export function tunnelDraftOf(stored: WireTunnel | null): TunnelDraft {
  if (!stored) return NO_TUNNEL
  return {
    ...NO_TUNNEL,
    login: stored.private_key === MASK ? 'key' : 'password',
    server_address: stored.server_address,
    server_port: String(stored.server_port),
    username: stored.username,
    server_host_key: stored.server_host_key ?? '',
  }
}

/** True when the server keeps the secret: left empty, it stays as it is. */
export const isSecretKept = (stored: WireTunnel | null, name: Secret): boolean => stored?.[name] === MASK

/** What is sent of a tunnel: one way to sign in, its secrets masked where they are to stay. */
export function tunnelBody(draft: TunnelDraft, stored: WireTunnel | null) {
  const { login, server_address, server_port, username, server_host_key } = draft
  const secret = (name: Secret) => draft[name] || (isSecretKept(stored, name) ? MASK : null)
  const isKey = login === 'key'
  // A new key has its own password or none.
  const isNewKey = draft.private_key !== ''
  return {
    server_address: server_address.trim(),
    server_port: server_port.trim() === '' ? null : server_port.trim(),
    username: username.trim(),
    password: isKey ? null : secret('password'),
    private_key: isKey ? secret('private_key') : null,
    private_key_password: !isKey
      ? null
      : isNewKey
        ? draft.private_key_password || null
        : secret('private_key_password'),
    server_host_key: server_host_key.trim() || null,
  }
}

/** The fields without which there is no tunnel. */
export function missingInTunnel(draft: TunnelDraft, stored: WireTunnel | null): readonly TunnelField[] {
  const secret = draft.login === 'key' ? 'private_key' : 'password'
  const needed = ['server_address', 'username'] as const
  const missing = needed.filter((name) => draft[name].trim() === '')
  return draft[secret] === '' && !isSecretKept(stored, secret) ? [...missing, secret] : missing
}
