import { isIPv4 } from 'node:net'

/** A network is its first and its last address. */
interface Network {
  readonly start: number
  readonly end: number
}
type Value = number | readonly number[] | Network

/** What a text is as a value of an advanced data type. */
interface Converted {
  readonly values: readonly Value[]
  readonly display_value: string
  readonly error_message: string
  readonly valid_filter_operators: readonly string[]
}

const OPERATORS = ['EQUALS', 'GREATER_THAN_OR_EQUAL', 'GREATER_THAN', 'IN', 'LESS_THAN', 'LESS_THAN_OR_EQUAL'] as const
const LARGEST_PORT = 65_535
/** Names of services by port, as they are used in filters. */
const PORTS: Readonly<Record<string, readonly number[]>> = {
  ftp: [20, 21],
  ssh: [22],
  telnet: [23],
  smtp: [25],
  dns: [53],
  http: [80],
  pop3: [110],
  imap: [143],
  ldap: [389],
  https: [443],
  smtps: [465],
  imaps: [993],
  mysql: [3306],
  postgresql: [5432],
}

const TYPES = { internet_address: addresses, port: ports } as const
export type AdvancedType = keyof typeof TYPES

/** The types that columns may have beside those of their database. */
export const ADVANCED_TYPES = Object.keys(TYPES) as readonly AdvancedType[]

/** Reads texts as values of a type; what is none is told in `error_message`. */
export function convertAdvanced(type: AdvancedType, texts: readonly string[]): Converted {
  const { values, wrong } = TYPES[type](texts.map((text) => text.trim()))
  return {
    values: wrong === null ? values : [],
    display_value: wrong === null ? values.map(shown).join(', ') : '',
    error_message: wrong ?? '',
    valid_filter_operators: OPERATORS,
  }
}

function shown(value: Value): string {
  if (typeof value === 'number') return String(value)
  return 'start' in value ? `${value.start} - ${value.end}` : `[${value}]`
}

interface ReadTexts {
  readonly values: readonly Value[]
  /** About the first text that is no value. */
  readonly wrong: string | null
}

function ports(texts: readonly string[]): ReadTexts {
  const values = texts.map((text) => {
    const port = Number(text)
    if (/^\d{1,5}$/.test(text) && port <= LARGEST_PORT) return [port]
    return Object.hasOwn(PORTS, text.toLowerCase()) ? (PORTS[text.toLowerCase()] ?? []) : []
  })
  return judged(texts, values, (value) => value.length > 0, 'a port name or number')
}

/** IPv4 addresses as numbers, and networks. */
function addresses(texts: readonly string[]): ReadTexts {
  const values = texts.map((text): number | Network | null => {
    const [address = '', bits] = text.split('/')
    if (!isIPv4(address)) return null
    if (bits === undefined) return numberOf(address)
    if (!/^\d{1,2}$/.test(bits) || Number(bits) > 32) return null
    const size = 2 ** (32 - Number(bits))
    const first = Math.floor(numberOf(address) / size) * size
    return { start: first, end: first + size - 1 }
  })
  return judged(texts, values, (value) => value !== null, 'an IPv4 address or network')
}

const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

function judged<T>(
  texts: readonly string[],
  values: readonly T[],
  isRight: (value: T) => boolean,
  what: string,
): ReadTexts {
  const at = values.findIndex((value) => !isRight(value))
  return {
    values: values as readonly Value[],
    wrong: at < 0 ? null : `'${(texts[at] ?? '').slice(0, 100)}' does not appear to be ${what}`,
  }
}
