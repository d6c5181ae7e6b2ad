import { type ErrorType, Problem } from '../wire/problem.ts'
import { networkReason, type Reason } from './connection-reason.ts'
import type { SshServer } from './ssh-server.ts'

type Place = Pick<SshServer, 'host' | 'port'>

/** Parts of the connection form that a failed tunnel points at. */
const FIELDS = {
  address: ['ssh_tunnel.server_address'],
  place: ['ssh_tunnel.server_address', 'ssh_tunnel.server_port'],
  login: ['ssh_tunnel.username', 'ssh_tunnel.password'],
  key: ['ssh_tunnel.private_key'],
  hostKey: ['ssh_tunnel.server_host_key'],
} as const

function failed(type: ErrorType, text: string, invalid: readonly string[], cause?: unknown): Problem {
  return new Problem(400, `SSH tunnel: ${text}`, { type, extra: { invalid }, cause })
}

/** Why the SSH server could not be reached or lets nobody in. */
export function tunnelProblem(cause: unknown, server: SshServer): Problem {
  if (cause instanceof Problem) return cause
  const { code, level, message } = partsOf(cause)
  const reason = networkReason(code, server)
  if (reason) return failed(reason[0], reason[1], code === 'ENOTFOUND' ? FIELDS.address : FIELDS.place, cause)
  if (level === 'client-timeout' || code === 'ETIMEDOUT') return slowServer(server, cause)
  if (level === 'client-authentication') return noLogin(server, cause)
  if (/private ?key/i.test(message)) return badKey(cause)
  return failed(
    'CONNECTION_PORT_CLOSED_ERROR',
    `"${server.host}" does not speak SSH on port ${server.port}, or in no way that is known here.`,
    FIELDS.place,
    cause,
  )
}

export const slowServer = ({ host, port }: Place, cause?: unknown) =>
  failed('CONNECTION_HOST_DOWN_ERROR', `"${host}" did not answer on port ${port} in time.`, FIELDS.place, cause)

const noLogin = ({ host, user, privateKey }: SshServer, cause: unknown) =>
  failed(
    'CONNECTION_ACCESS_DENIED_ERROR',
    `"${host}" does not let the user "${user}" in with this ${privateKey === null ? 'password' : 'private key'}.`,
    privateKey === null ? FIELDS.login : ['ssh_tunnel.username', ...FIELDS.key],
    cause,
  )

const badKey = (cause: unknown) =>
  failed(
    'CONNECTION_ACCESS_DENIED_ERROR',
    'the private key cannot be read, or its password is wrong.',
    FIELDS.key,
    cause,
  )

/** The server shows a key that is not the one it must have. */
export const otherKey = ({ host }: Place, kind: string, shown: string, expected: string) =>
  failed(
    'CONNECTION_ACCESS_DENIED_ERROR',
    `"${host}" is not the server that it was: it shows the ${kind} key ${shown} instead of ${expected}. Nothing was sent to it. If the server was set up anew, change the fingerprint.`,
    FIELDS.hostKey,
  )

/** The package is optional, so that the product installs where it cannot. */
export const noPackage = (cause: unknown) =>
  new Problem(400, 'This server cannot open SSH tunnels: its package ssh2 is not installed.', {
    type: 'GENERIC_BACKEND_ERROR',
    cause,
  })

/** Prohibited, and a kind of channel that the server does not know. */
const NOT_PASSED_ON: readonly unknown[] = [1, 3]
const NO_ROOM = 4

/** Why the far side does not connect to the database. */
export function channelProblem(cause: unknown, { host, port }: Place): unknown {
  const { reason, message } = partsOf(cause)
  if (typeof reason !== 'number') return cause
  const [type, text] = channelReason(reason, message, `port ${port} of "${host}"`)
  return new Problem(400, `SSH tunnel: ${text}`, { type, cause })
}

function channelReason(reason: number, message: string, place: string): Reason {
  if (NOT_PASSED_ON.includes(reason))
    return ['CONNECTION_ACCESS_DENIED_ERROR', `the server passes no connections on to ${place}.`]
  if (reason === NO_ROOM) return ['CONNECTION_HOST_DOWN_ERROR', 'the server takes no more connections at this time.']
  return /not known|resolve|unknown host/i.test(message)
    ? ['CONNECTION_INVALID_HOSTNAME_ERROR', `the host of ${place} is not known at the far side.`]
    : ['CONNECTION_PORT_CLOSED_ERROR', `nothing answers on ${place} at the far side.`]
}

function partsOf(cause: unknown) {
  if (!(cause instanceof Error)) return { code: '', level: '', message: '', reason: null }
  const { code, level, reason, message } = cause as Error & Readonly<Record<string, unknown>>
  return { code: String(code ?? ''), level: String(level ?? ''), message, reason }
}
