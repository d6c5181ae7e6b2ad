/** An SSH server that passes connections on, and who signs in there: by a password or by a private key. */
export interface SshServer {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string | null
  /** The text of the key's file. */
  readonly privateKey: string | null
  readonly privateKeyPassword: string | null
}

/** A tunnel that is wanted. */
export interface TunnelRequest {
  readonly server: SshServer
  /** Told the fingerprint of the key that the server shows, gives the one it must have. */
  expectedKey(shown: string): Promise<string>
}

/** How OpenSSH writes a fingerprint: SHA-256 of the key in base64 without padding. */
export const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/
