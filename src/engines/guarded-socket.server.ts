import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction, Socket } from 'node:net'
import { Problem } from '../wire/problem.ts'

/** Link-local networks, where clouds answer with the machine's own secrets, and addresses that name no machine. */
const FORBIDDEN = new BlockList()
FORBIDDEN.addSubnet('0.0.0.0', 8, 'ipv4')
FORBIDDEN.addSubnet('169.254.0.0', 16, 'ipv4')
FORBIDDEN.addAddress('100.100.100.200', 'ipv4')
FORBIDDEN.addSubnet('192.0.0.0', 24, 'ipv4')
FORBIDDEN.addSubnet('224.0.0.0', 3, 'ipv4')
FORBIDDEN.addAddress('::', 'ipv6')
FORBIDDEN.addSubnet('fe80::', 10, 'ipv6')
FORBIDDEN.addSubnet('ff00::', 8, 'ipv6')
FORBIDDEN.addSubnet('64:ff9b::', 96, 'ipv6')
FORBIDDEN.addAddress('fd00:ec2::254', 'ipv6')

/** True for an address that no database connection may go to. An IPv4 address in IPv6 form counts as IPv4. */
function isForbiddenAddress(address: string): boolean {
  return isIP(address) === 0 || FORBIDDEN.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Throws for a host that is written as a forbidden address; names are checked when they are looked up. */
export function checkHost(host: string): void {
  const address = writtenAddress(host)
  if (address !== null && isForbiddenAddress(address)) throw forbidden(host)
}

/** The address that a host is, in whatever way it is written: `0xa9fea9fe` is 169.254.169.254. Null for a name. */
function writtenAddress(host: string): string | null {
  if (isIP(host) !== 0) return host
  const plain = URL.parse(`http://${host}`)?.hostname ?? ''
  return isIP(plain) === 0 ? null : plain
}

/** A socket that looks its host up once and connects to the very address that was checked. */
export function guardedSocket(): Socket {
  const socket = new Socket()
  const connect = socket.connect.bind(socket)
  const guarded = (port: number, host: string) => {
    if (isIP(host) !== 0 && isForbiddenAddress(host)) {
      process.nextTick(() => socket.destroy(forbidden(host)))
      return socket
    }
    return connect({ port, host, lookup: checkedLookup })
  }
  return Object.assign(socket, { connect: guarded }) as Socket
}

/** Looks a host up for `node:net` and `node:http`, and gives only addresses that may be connected to. */
export const checkedLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0)
    const addresses = found.filter(({ address }) => !isForbiddenAddress(address))
    const [first] = addresses
    if (!first) return done(forbidden(host), '', 0)
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })
}

const forbidden = (host: string) =>
  new Problem(422, `Connections to "${host}" are not allowed.`, {
    type: 'CONNECTION_ACCESS_DENIED_ERROR',
    extra: { invalid: ['host'] },
  })
