import type { ConnectionForm, ConnectionOption } from '../engines/connection-form.ts'
import { type DatabaseAddress, MASK } from './database-address.ts'

/** The parts of an address under the names that forms and clients use. */
export interface ConnectionParameters {
  readonly username?: string | null
  readonly password?: string | null
  readonly host?: string | null
  readonly port?: number | null
  readonly database: string | null
  /** An unencrypted connection is refused; null where the engine has no such wish. */
  readonly encryption?: boolean
  readonly query: Readonly<Record<string, string>>
}

export type ReadParameters =
  | { readonly state: 'good'; readonly address: DatabaseAddress }
  /** Texts by parameter; an option has the name `query.<option>`. */
  | { readonly state: 'bad'; readonly faults: Readonly<Record<string, string>> }

/** The parts of an address as a form shows them, the password masked. */
export function parametersOfAddress(address: DatabaseAddress, form: ConnectionForm): ConnectionParameters {
  const { username, host, port, database, query, password } = address
  if (form.kind === 'file') return { database, query }
  const rule = form.encryption
  const wish = rule === null ? undefined : query[rule.option]
  const isPlainWish = rule !== null && wish === rule.value
  const rest = Object.entries(query).filter(([name]) => !isPlainWish || name !== rule.option)
  return {
    username,
    password: password === null ? null : MASK,
    host,
    port,
    database,
    ...(rule === null ? {} : { encryption: wish !== undefined && rule.values.includes(wish) }),
    query: Object.fromEntries(rest),
  }
}

/** Writes parameters as an address with `scheme`, or says of each wrong one what is wrong. */
export function addressOfParameters(
  scheme: string,
  parameters: Readonly<Record<string, unknown>>,
  form: ConnectionForm,
): ReadParameters {
  const query = queryOf(parameters.query)
  const faults = { ...partFaults(parameters), ...optionFaults(query, form) }
  if (Object.keys(faults).length > 0) return { state: 'bad', faults }
  const isServer = form.kind === 'server'
  const port = textOf(parameters.port)
  return {
    state: 'good',
    address: {
      scheme,
      username: isServer ? textOf(parameters.username) : null,
      password: isServer ? textOf(parameters.password) : null,
      host: isServer ? hostOf(textOf(parameters.host)) : null,
      port: isServer && port !== null ? Number(port) : null,
      database: textOf(parameters.database),
      query: encrypted(query, parameters.encryption === true, form),
    },
  }
}

/** The option that is named explicitly says more than the plain wish. */
function encrypted(query: Readonly<Record<string, string>>, isWished: boolean, { encryption: rule }: ConnectionForm) {
  if (!isWished || rule === null || query[rule.option] !== undefined) return query
  return { ...query, [rule.option]: rule.value }
}

const HOST = /^[\p{L}\p{N}._-]+$/u
const IPV6 = /^\[?[0-9a-f:.]*:[0-9a-f:.]*\]?$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\x00-\x1f\x7f]/
const LONGEST = 1024
/** Some engines are signed in to with a key of many lines. */
const LONGEST_SECRET = 16_384
const NOT_TYPED = 'It holds characters that cannot be typed.'
const TOO_LONG = 'It is too long.'
export const LAST_PORT = 65_535

function partFaults(parameters: Readonly<Record<string, unknown>>): Record<string, string> {
  const faults = ['host', 'port', 'database', 'username', 'password'].flatMap((name) => {
    const value = parameters[name]
    const fault = name === 'password' ? secretFault(value) : plainFault(value)
    return fault === null ? [] : [[name, fault]]
  })
  return { ...placeFaults(textOf(parameters.host), textOf(parameters.port)), ...Object.fromEntries(faults) }
}

/** What is wrong with one part of an address, null where it can be used. */
export function plainFault(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' && typeof value !== 'number') return 'Not a valid string.'
  if (CONTROL.test(String(value))) return NOT_TYPED
  return String(value).length > LONGEST ? TOO_LONG : null
}

function secretFault(value: unknown): string | null {
  if (typeof value !== 'string') return plainFault(value)
  const isTyped = !CONTROL.test(value.replace(/[\r\n\t]/g, ''))
  return isTyped ? (value.length > LONGEST_SECRET ? TOO_LONG : null) : NOT_TYPED
}

/** What is wrong with a host and a port, by their names. */
export function placeFaults(
  host: string | null,
  port: string | null,
): { readonly host?: string; readonly port?: string } {
  const isHost = host === null || HOST.test(host) || IPV6.test(host)
  const isPort = port === null || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= LAST_PORT)
  return {
    ...(isHost ? {} : { host: 'This is no host name and no IP address.' }),
    ...(isPort ? {} : { port: 'A port is a whole number from 1 to 65535.' }),
  }
}

/** What is wrong with the options of an address, by `query.<option>`. */
export function optionFaults(
  query: Readonly<Record<string, string>>,
  { options }: ConnectionForm,
): Readonly<Record<string, string>> {
  if (options === null) return {}
  const faults = Object.entries(query).flatMap(([name, value]) => {
    const option = options.find((one) => one.name === name)
    const fault = option ? valueFault(option, value) : `The option ${name} is not allowed.`
    return fault === null ? [] : [[`query.${name}`, fault]]
  })
  return Object.fromEntries(faults)
}

function valueFault({ choices, range }: ConnectionOption, value: string): string | null {
  if (choices && !choices.includes(value)) return `Use one of ${choices.join(', ')}.`
  if (!range) return null
  const [min, max] = range
  const isInside = /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
  return isInside ? null : `Use a whole number from ${min} to ${max}.`
}

const hostOf = (host: string | null) => (host !== null && IPV6.test(host) ? `[${host.replace(/^\[|\]$/g, '')}]` : host)

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

function queryOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) => (text === null || text === '' ? [] : [[name, String(text)]])),
  )
}
