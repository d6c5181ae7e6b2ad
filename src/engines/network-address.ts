import { postgresDialect } from './postgres/dialect.ts'

/** True when the address means a server in the network, and no file. */
export function isNetworkAddress(uri: string): boolean {
  const scheme = /^([a-z][a-z0-9+_]*):/i.exec(uri.trim())?.[1]?.toLowerCase() ?? ''
  return postgresDialect.uriSchemes.some((own) => own === scheme || own === scheme.split('+')[0])
}
