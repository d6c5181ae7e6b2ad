import type { Dialect } from '../query/dialect.ts'
import type { NetworkTarget } from './network-uri.ts'
import { postgresAddress } from './postgres/address.ts'
import { postgresDialect } from './postgres/dialect.ts'

/** What is known of an engine's addresses without connecting. */
interface NetworkEngineAddress {
  readonly dialect: Dialect
  /** Throws a Problem for an address that cannot be used. */
  readonly read: (uri: string) => NetworkTarget
  /** Parameters by which an address refuses a connection without encryption. */
  readonly encrypted: Readonly<Record<string, string>>
}

/** The engines whose databases are servers in the network. */
const NETWORK_ENGINES: readonly NetworkEngineAddress[] = [
  { dialect: postgresDialect, read: postgresAddress, encrypted: { sslmode: 'require' } },
]

/** True when the address means a server in the network, and no file. */
export const isNetworkAddress = (uri: string): boolean => engineOf(uri) !== null

/** Where the address leads; null when it means no server in the network. Throws what is missing or not allowed. */
export const networkTarget = (uri: string): NetworkTarget | null => engineOf(uri)?.read(uri) ?? null

/** Parameters that make connections of this scheme encrypted ones. */
export const encryptionOf = (scheme: string): Readonly<Record<string, string>> =>
  engineOf(`${scheme}:`)?.encrypted ?? {}

/** True when the address is written for an engine. */
export const isAddressOf = (dialect: Dialect, uri: string): boolean => hasScheme(dialect, schemeOf(uri))

function engineOf(uri: string): NetworkEngineAddress | null {
  const scheme = schemeOf(uri)
  return NETWORK_ENGINES.find(({ dialect }) => hasScheme(dialect, scheme)) ?? null
}

const hasScheme = ({ uriSchemes }: Dialect, scheme: string): boolean =>
  uriSchemes.some((own) => own === scheme || own === scheme.split('+')[0])

const schemeOf = (uri: string): string => /^([a-z][a-z0-9+_]*):/i.exec(uri.trim())?.[1]?.toLowerCase() ?? ''
