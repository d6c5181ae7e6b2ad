import { DIALECTS } from '../engines/dialects.ts'
import type { Driver } from '../engines/driver.ts'
import { WAREHOUSE_URI } from '../engines/source-path.ts'
import type { TunnelRequest } from '../engines/ssh-server.ts'
import type { Row } from '../metadata/tables.server.ts'
import type { Dialect } from '../query/dialect.ts'
import { Problem } from '../wire/problem.ts'
import { engineOfAddress } from './engines-of.ts'
import type { Gateway } from './gateway.server.ts'
import type { Services } from './services.server.ts'
import { sshServerOf, tunnelOf } from './tunnel-record.ts'

export interface GatewayOptions {
  /** The embedded warehouse; asked for at the first question to it. */
  warehouse(): Promise<Driver>
  readonly decrypt: Services['decrypt']
  /** Told the fingerprint of the SSH server of a connection, gives the one it must have. */
  expectedHostKey(database: Row<'databases'>, shown: string): Promise<string>
  readonly sources: readonly string[]
  readonly log: Services['log']
}

interface Opened {
  /** Everything of the record that the driver was opened with. */
  readonly key: string
  readonly isShared: boolean
  readonly driver: Promise<Driver>
}

/** Opens each database once, at its first use, and again when its address has changed. */
export function createGateway(options: GatewayOptions): Gateway {
  const opened = new Map<number, Opened>()
  const forget = async (id: number) => {
    const entry = opened.get(id)
    opened.delete(id)
    if (entry && !entry.isShared) await closeQuietly(entry.driver, options)
  }
  const driverOf = (database: Row<'databases'>): Promise<Driver> => {
    const isReadOnly = !mayWrite(database)
    const key = `${isReadOnly} ${database.uri_secret} ${database.ssh_tunnel_secret}`
    const known = opened.get(database.id)
    if (known?.key === key) return known.driver
    void forget(database.id)
    const uri = options.decrypt(database.uri_secret)
    const isShared = uri === WAREHOUSE_URI
    const driver = isShared
      ? options.warehouse()
      : openAddress(uri, isReadOnly, options.sources, storedTunnel(database, options))
    opened.set(database.id, { key, isShared, driver })
    driver.catch(() => {
      if (opened.get(database.id)?.driver === driver) opened.delete(database.id)
    })
    return driver
  }
  return {
    open: async (database) => ({ driver: await driverOf(database), dialect: dialectOf(database.engine) }),
    test: async ({ uri, tunnel }, signal) => {
      let hostKey: string | null = null
      const expectedKey = async (shown: string) => {
        hostKey = shown
        return tunnel?.hostKey ?? shown
      }
      const request = tunnel && { server: sshServerOf(tunnel), expectedKey }
      const driver = await openAddress(uri, true, options.sources, request)
      try {
        await driver.ping(signal)
        return hostKey
      } finally {
        await closeQuietly(Promise.resolve(driver), options)
      }
    },
    forget,
    close: async () => {
      await Promise.all([...opened.keys()].map(forget))
    },
  }
}

const mayWrite = (database: Row<'databases'>) =>
  database.allow_dml === 1 || database.allow_ctas === 1 || database.allow_cvas === 1

/** The dialect of a stored engine id. Throws when this release does not have the engine. */
function dialectOf(engine: string): Dialect {
  const dialect = DIALECTS.find(({ id }) => id === engine)
  if (!dialect) throw new Problem(400, `This release cannot open databases of the engine "${engine}".`)
  return dialect
}

function storedTunnel(database: Row<'databases'>, options: GatewayOptions): TunnelRequest | null {
  const tunnel = tunnelOf(database, options.decrypt)
  return tunnel && { server: sshServerOf(tunnel), expectedKey: (shown) => options.expectedHostKey(database, shown) }
}

async function openAddress(
  uri: string,
  isReadOnly: boolean,
  sources: readonly string[],
  tunnel: TunnelRequest | null,
): Promise<Driver> {
  const engine = engineOfAddress(uri)
  if (!engine || uri === WAREHOUSE_URI)
    throw new Problem(422, 'Connection failed, please check your connection settings', {
      type: 'GENERIC_DB_ENGINE_ERROR',
    })
  const { openDriver } = await import('../engines/drivers.server.ts')
  return openDriver({ engine: engine.id, uri, readOnly: isReadOnly, sources, tunnel })
}

async function closeQuietly(driver: Promise<Driver>, { log }: GatewayOptions): Promise<void> {
  try {
    await (await driver).close()
  } catch (cause) {
    log('warn', 'A database could not be closed', { cause: String(cause) })
  }
}
