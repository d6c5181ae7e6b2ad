/** What stands in a shown address where the password was. */
export const MASK = 'XXXXXXXXXX'

/** A connection address in its parts. */
export interface DatabaseAddress {
  /** The scheme as written, with the driver: `postgresql+psycopg2`. */
  readonly scheme: string
  readonly username: string | null
  readonly password: string | null
  readonly host: string | null
  readonly port: number | null
  /** Name of the database, or the path of a file: absolute with a leading slash. */
  readonly database: string | null
  readonly query: Readonly<Record<string, string>>
}

const SHAPE =
  /^([a-z][a-z0-9_]*(?:\+[a-z0-9_]+)?):\/\/(?:([^:@/]*)(?::([^@]*))?@)?(\[[0-9a-f:.]+\]|[^:/?#]*)(?::(\d*))?(?:\/([^?#]*))?(?:\?([^#]*))?$/i

/** Reads `scheme://user:password@host:port/database?key=value`; null when the text has another shape. */
export function parseAddress(uri: string): DatabaseAddress | null {
  const match = SHAPE.exec(uri.trim())
  if (!match) return null
  const [, scheme = '', username, password, host, port, database, query] = match
  return {
    scheme: scheme.toLowerCase(),
    username: username ? decode(username) : null,
    password: password ? decode(password) : null,
    host: host || null,
    port: port ? Number(port) : null,
    database: database ? decode(database) : null,
    query: Object.fromEntries(new URLSearchParams(query ?? '')),
  }
}

/** Writes an address. */
export function formatAddress(address: DatabaseAddress): string {
  const { scheme, username, password, host, port, database } = address
  const secret = password === null ? '' : `:${encodeURIComponent(password.toWellFormed())}`
  const user =
    username === null && password === null ? '' : `${encodeURIComponent((username ?? '').toWellFormed())}${secret}@`
  const query = new URLSearchParams(address.query).toString()
  return `${scheme}://${user}${host ?? ''}${port === null ? '' : `:${port}`}/${(database ?? '').replace(/[%?#]/g, encodeURIComponent)}${query === '' ? '' : `?${query}`}`
}

/** The same address without its password. */
export function maskAddress(uri: string): string {
  const address = parseAddress(uri)
  return address?.password ? formatAddress({ ...address, password: MASK }) : uri
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
