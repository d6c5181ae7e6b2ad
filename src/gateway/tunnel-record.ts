import type { SshServer } from '../engines/ssh-server.ts'
import { MASK } from './database-address.ts'

/** An SSH server before a database, under the names that forms and clients use; secrets in plain text. */
export interface TunnelRecord {
  readonly server_address: string
  readonly server_port: number
  readonly username: string
  readonly password: string | null
  readonly private_key: string | null
  readonly private_key_password: string | null
}

/** The SSH server of a connection, and the fingerprint of its key; null until the key was seen. */
export interface Tunnel {
  readonly record: TunnelRecord
  readonly hostKey: string | null
}

/** The fields that no answer tells. */
export const TUNNEL_SECRETS = ['password', 'private_key', 'private_key_password'] as const

interface StoredTunnel {
  readonly ssh_tunnel_secret: string | null
  readonly ssh_host_key: string | null
}

/** The tunnel of a stored connection, null where it has none. */
export function tunnelOf(row: StoredTunnel, decrypt: (text: string) => string): Tunnel | null {
  if (row.ssh_tunnel_secret === null) return null
  return { record: JSON.parse(decrypt(row.ssh_tunnel_secret)) as TunnelRecord, hostKey: row.ssh_host_key }
}

/** The columns of a connection that hold its tunnel. */
export const tunnelColumns = (tunnel: Tunnel | null, encrypt: (text: string) => string): StoredTunnel => ({
  ssh_tunnel_secret: tunnel === null ? null : encrypt(JSON.stringify(tunnel.record)),
  ssh_host_key: tunnel?.hostKey ?? null,
})

/** A tunnel as it may be shown: secrets that are set are masked, others left out. */
export function maskedTunnel({ record }: Tunnel) {
  const { server_address, server_port, username } = record
  const secrets = TUNNEL_SECRETS.filter((name) => record[name] !== null).map((name) => [name, MASK])
  return { server_address, server_port, username, ...Object.fromEntries(secrets) }
}

/** Two tunnels with the same text go to the same server. */
export const tunnelPlace = (tunnel: Tunnel | null): string =>
  tunnel === null ? '' : `${tunnel.record.server_address.toLowerCase()}:${tunnel.record.server_port}`

export const sshServerOf = ({ record }: Tunnel): SshServer => ({
  host: record.server_address,
  port: record.server_port,
  user: record.username,
  password: record.password,
  privateKey: record.private_key,
  privateKeyPassword: record.private_key_password,
})
