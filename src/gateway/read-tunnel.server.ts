import { canTunnel } from '../engines/connection-form.ts'
import { connectionForm } from '../engines/connection-forms.ts'
import { checkHost } from '../engines/guarded-socket.server.ts'
import { FINGERPRINT } from '../engines/ssh-server.ts'
import { privateKeyFault } from '../engines/ssh-tunnel.server.ts'
import { invalidFields, Problem } from '../wire/problem.ts'
import { LAST_PORT, placeFaults, plainFault } from './connection-parameters.ts'
import { MASK } from './database-address.ts'
import { type TUNNEL_SECRETS, type Tunnel, type TunnelRecord, tunnelPlace } from './tunnel-record.ts'

const SSH_PORT = 22
const LONGEST_KEY = 16_384
const NEEDED = 'Missing data for required field.'
const AGAIN = 'Enter it again when the SSH server or its user changes.'

/** A tunnel as bodies and archives have it; any part may be missing. */
interface TunnelBody {
  readonly server_address?: string | null | undefined
  readonly server_port?: number | string | null | undefined
  readonly username?: string | null | undefined
  readonly password?: string | null | undefined
  readonly private_key?: string | null | undefined
  readonly private_key_password?: string | null | undefined
  readonly server_host_key?: string | null | undefined
}

type Faults = Record<string, string>
type Secrets = Pick<TunnelRecord, (typeof TUNNEL_SECRETS)[number]>

/**
 * The tunnel of a body, made whole with what is stored: the mask stands for a stored secret, and so does a field that is
 * missing, as long as the same user signs in at the same server. Throws texts by field.
 */
export async function readTunnel(body: TunnelBody, stored: Tunnel | null): Promise<Tunnel> {
  const place = placeOf(body, stored)
  const isMoved = stored !== null && whoAndWhere(place) !== whoAndWhere(stored.record)
  const secrets = secretsOf(body, stored?.record ?? null)
  const record = { ...place, ...secrets }
  const hostKey = hostKeyOf(body, stored, tunnelPlace({ record, hostKey: null }))
  const faults: Faults = {
    ...(isMoved ? keptFaults(body, stored.record, secrets) : {}),
    ...loginFaults(body, secrets),
    ...tunnelPlaceFaults(record),
    ...(hostKey === null || FINGERPRINT.test(hostKey) ? {} : { server_host_key: NO_FINGERPRINT }),
  }
  if (Object.keys(faults).length === 0) Object.assign(faults, await keyFaults(record))
  const [first] = Object.keys(faults)
  if (first === undefined) return { record, hostKey }
  throw invalidFields(
    Object.fromEntries(Object.entries(faults).map(([name, text]) => [`ssh_tunnel.${name}`, [text]])),
    422,
  )
}

const NO_FINGERPRINT = 'A fingerprint is written as ssh-keygen -l does: SHA256: and 43 characters.'

type Place = Pick<TunnelRecord, 'server_address' | 'server_port' | 'username'>

function placeOf(body: TunnelBody, stored: Tunnel | null): Place {
  const { server_address, server_port, username } = body
  const before = stored?.record
  return {
    server_address: (server_address ?? before?.server_address ?? '').trim(),
    server_port: Number(server_port ?? before?.server_port ?? SSH_PORT),
    username: (username ?? before?.username ?? '').trim(),
  }
}

const whoAndWhere = ({ server_address, server_port, username }: Place) =>
  JSON.stringify([server_address.toLowerCase(), server_port, username])

/** One way to sign in that is given takes the place of the stored other one. */
function secretsOf(body: TunnelBody, stored: Secrets | null): Secrets {
  const given = (name: keyof Secrets) => {
    const value = body[name]
    return value === MASK || value === undefined ? (stored?.[name] ?? null) : value || null
  }
  const isNew = (name: keyof Secrets) => Boolean(body[name]) && body[name] !== MASK
  const [password, privateKey] = [given('password'), given('private_key')]
  if (isNew('private_key') && body.password === undefined)
    return { password: null, private_key: privateKey, private_key_password: body.private_key_password || null }
  if (isNew('password') && body.private_key === undefined)
    return { password, private_key: null, private_key_password: body.private_key_password || null }
  return { password, private_key: privateKey, private_key_password: given('private_key_password') }
}

/** A stored secret is never sent to another server, or for another user. */
function keptFaults(body: TunnelBody, stored: Secrets, secrets: Secrets): Faults {
  const isKept = (name: keyof Secrets) => secrets[name] !== null && (body[name] === MASK || body[name] === undefined)
  const kept = (['password', 'private_key'] as const).filter((name) => isKept(name) && stored[name] !== null)
  return Object.fromEntries(kept.map((name) => [name, AGAIN]))
}

function loginFaults(body: TunnelBody, { password, private_key, private_key_password }: Secrets): Faults {
  if (password !== null && private_key !== null)
    return { private_key: 'Cannot have multiple credentials for the SSH Tunnel' }
  if (password === null && private_key === null)
    return {
      [body.private_key === undefined ? 'password' : 'private_key']: 'Must provide credentials for the SSH Tunnel',
    }
  if (private_key_password !== null && private_key === null) return { private_key: NEEDED }
  return {}
}

function tunnelPlaceFaults(record: TunnelRecord): Faults {
  const { server_address: address, server_port: port, username, private_key } = record
  const { host: badHost, port: badPort } = placeFaults(address, String(port))
  const texts = [
    ['server_address', address === '' ? NEEDED : (badHost ?? unreachable(address))],
    ['server_port', Number.isInteger(port) && port >= 1 && port <= LAST_PORT ? null : (badPort ?? null)],
    ['username', username === '' ? NEEDED : plainFault(username)],
    ['password', plainFault(record.password)],
    ['private_key_password', plainFault(record.private_key_password)],
    ['private_key', (private_key ?? '').length > LONGEST_KEY ? 'It is too long.' : null],
  ] as const
  return Object.fromEntries(texts.flatMap(([name, text]) => (text === null ? [] : [[name, text]])))
}

function unreachable(address: string): string | null {
  try {
    checkHost(address)
    return null
  } catch (cause) {
    if (cause instanceof Problem) return cause.message
    throw cause
  }
}

async function keyFaults({ private_key, private_key_password }: TunnelRecord): Promise<Faults> {
  if (private_key === null) return {}
  switch (await privateKeyFault(private_key, private_key_password)) {
    case 'key':
      return { private_key: 'This is no private key that can be read; it begins with -----BEGIN.' }
    case 'password':
      return { private_key_password: 'The private key is encrypted, and this is not its password.' }
    default:
      return {}
  }
}

/** The key of another server says nothing about this one. */
function hostKeyOf(body: TunnelBody, stored: Tunnel | null, place: string): string | null {
  if (body.server_host_key !== undefined) return body.server_host_key?.trim() || null
  return tunnelPlace(stored) === place ? (stored?.hostKey ?? null) : null
}

/** The tunnel that a connection is to have: as it is where the body says nothing, none where the body has null. */
export const wantedTunnel = async (
  { ssh_tunnel }: { readonly ssh_tunnel?: TunnelBody | null | undefined },
  stored: Tunnel | null,
): Promise<Tunnel | null> =>
  ssh_tunnel === undefined ? stored : ssh_tunnel === null ? null : readTunnel(ssh_tunnel, stored)

/** A server that was not on the way before would see what is sent to the database. */
export const isRerouted = (before: Tunnel | null, after: Tunnel | null): boolean =>
  after !== null && tunnelPlace(after) !== tunnelPlace(before)

/** The tunnel of a connection of an engine: a file needs none. Throws where one was asked for. */
export function tunnelFor(engine: string, tunnel: Tunnel | null, body: { readonly ssh_tunnel?: unknown }) {
  const form = connectionForm(engine)
  if (tunnel === null || canTunnel(form)) return tunnel
  const what = form.kind === 'file' ? 'A file is' : 'Databases of this engine are'
  if (body.ssh_tunnel) throw invalidFields({ ssh_tunnel: [`${what} opened without an SSH tunnel.`] }, 422)
  return null
}
