import type { NetworkTarget } from './network-uri.ts'

/** A database server that speaks HTTP. */
export interface HttpAddress extends NetworkTarget {
  readonly password: string
  readonly isEncrypted: boolean
  /** The certificate must be one that can be trusted. */
  readonly isVerified: boolean
  readonly connectTimeoutMs: number
}

/** True for the words that turn an option of an address on. */
export const isYes = (text: string) => /^(true|1|yes|on)$/i.test(text)
