import type { ErrorType } from '../wire/problem.ts'
import type { NetworkTarget } from './network-uri.ts'

/** Why a server could not be reached: the type for clients, and words for the user. */
export type Reason = readonly [type: ErrorType, message: string]

/** The reason behind an error code of the network itself; null for any other code. */
export function networkReason(code: string, { host, port }: Pick<NetworkTarget, 'host' | 'port'>): Reason | null {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return ['CONNECTION_INVALID_HOSTNAME_ERROR', `The host name "${host}" is not known.`]
    case 'ECONNREFUSED':
      return ['CONNECTION_PORT_CLOSED_ERROR', `Nothing answers on port ${port} of "${host}".`]
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return ['CONNECTION_HOST_DOWN_ERROR', `The host "${host}" cannot be reached on port ${port}.`]
    case 'ECONNRESET':
    case 'EPIPE':
      return lostConnection(host)
    default:
      return null
  }
}

export const lostConnection = (host: string): Reason => [
  'CONNECTION_HOST_DOWN_ERROR',
  `The connection to "${host}" was lost.`,
]

export const slowConnection = ({ host, port }: Pick<NetworkTarget, 'host' | 'port'>): Reason => [
  'CONNECTION_DATABASE_TIMEOUT',
  `"${host}" did not answer on port ${port} in time.`,
]

export const noEncryption = (host: string): Reason => [
  'CONNECTION_ACCESS_DENIED_ERROR',
  `The server "${host}" does not offer encrypted connections.`,
]

/** The fields of a form that a refused sign-in points at. */
export const REFUSED_LOGIN = { invalid: ['username', 'password'] } as const

/** The reason behind a text about certificates, null for any other text. */
export const certificateReason = (text: string, host: string): Reason | null =>
  /certificate|self.signed/i.test(text)
    ? ['CONNECTION_ACCESS_DENIED_ERROR', `The certificate of "${host}" cannot be trusted: ${text.split(';', 1)[0]}.`]
    : null
