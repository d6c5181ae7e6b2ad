import { Problem } from '../wire/problem.ts'

/** Where a server is and who signs in, as every engine's address has it. */
export interface NetworkTarget {
  readonly host: string
  readonly port: number
  readonly user: string
  /** Empty when the address names none. */
  readonly database: string
}

/** A network address in parts. `parameters` holds only names that the engine allows. */
export interface NetworkUri extends NetworkTarget {
  /** In lower case, with the driver: `mysql+pymysql`. */
  readonly scheme: string
  readonly password: string
  readonly parameters: Readonly<Record<string, string>>
}

/** What an engine's addresses look like. */
export interface UriRules {
  readonly defaultPort: number
  /** Names of the driver options that may be given; any other is refused. */
  readonly parameters: readonly string[]
  readonly needsUser: boolean
}

const CONNECT_TIMEOUT_S = 10
/** The longest `connect_timeout`. */
export const MAX_CONNECT_TIMEOUT_S = 60

/** Reads `scheme+driver://user:password@host:port/database?name=value`. Throws what is missing or not allowed. */
export function networkUri(uri: string, { defaultPort, parameters, needsUser }: UriRules): NetworkUri {
  const { scheme, url } = urlOf(uri)
  const unknown = [...url.searchParams.keys()].filter((name) => !parameters.includes(name))
  if (unknown.length > 0)
    throw invalidAddress(`The address has parameters that are not supported: ${unknown.join(', ')}.`)
  const user = decoded(url.username)
  const host = decoded(url.hostname.replace(/^\[(.*)\]$/, '$1'))
  const needed = needsUser ? { host, username: user } : { host }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === '' ? [name] : []))
  if (missing.length > 0) throw invalidAddress(`The address has no ${missing.join(' and no ')}.`, { missing })
  return {
    scheme,
    host,
    port: url.port === '' ? defaultPort : Number(url.port),
    user,
    password: decoded(url.password),
    database: decoded(url.pathname.slice(1)),
    parameters: Object.fromEntries(url.searchParams),
  }
}

/** Milliseconds of a `connect_timeout` in seconds; 10 seconds where none is given, 60 at most. */
export function connectTimeoutMs(text: string | undefined): number {
  const seconds = Number(text ?? CONNECT_TIMEOUT_S)
  return Math.min(MAX_CONNECT_TIMEOUT_S, seconds > 0 ? seconds : CONNECT_TIMEOUT_S) * 1000
}

/** An address that cannot be used, in words for who wrote it. */
export const invalidAddress = (message: string, extra: Readonly<Record<string, unknown>> = {}, cause?: unknown) =>
  new Problem(422, message, { type: 'CONNECTION_MISSING_PARAMETERS_ERROR', extra, cause })

function urlOf(uri: string): { readonly scheme: string; readonly url: URL } {
  const match = /^([a-z][a-z0-9_]*(?:\+[a-z0-9_]+)?):\/\/(.*)$/is.exec(uri.trim())
  try {
    // A scheme that the URL parser does not know, so that it adds and drops nothing.
    return { scheme: (match?.[1] ?? '').toLowerCase(), url: new URL(`network://${match?.[2] ?? ''}`) }
  } catch (cause) {
    throw invalidAddress('The address of the database is not valid.', {}, cause)
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw invalidAddress('The address of the database is not valid.', {}, cause)
  }
}
