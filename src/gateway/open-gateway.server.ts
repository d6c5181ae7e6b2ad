import { DIALECTS } from '../engines/dialects.ts'
import type { Driver } from '../engines/driver.ts'
import type { Row } from '../metadata/tables.server.ts'
import type { Dialect } from '../query/dialect.ts'
import { Problem } from '../wire/problem.ts'
import { dialectOfScheme, parseAddress, WAREHOUSE_URI } from './database-address.ts'
import type { Gateway } from './gateway.server.ts'
import type { Services } from './services.server.ts'
import { sourceFile } from './source-file.server.ts'

export interface GatewayOptions {
  /** The embedded warehouse; asked for at the first question to it. */
  warehouse(): Promise<Driver>
  readonly decrypt: Services['decrypt']
  readonly sources: readonly string[]
  readonly log: Services['log']
}

interface Opened {
  readonly uri: string
  readonly driver: Promise<Driver>
}

/** Opens each database once, at its first use, and again when its address has changed. */
export function createGateway(options: GatewayOptions): Gateway {
  const opened = new Map<number, Opened>()
  const forget = async (id: number) => {
    const entry = opened.get(id)
    opened.delete(id)
    if (entry && entry.uri !== WAREHOUSE_URI) await closeQuietly(entry.driver, options)
  }
  const driverOf = (database: Row<'databases'>): Promise<Driver> => {
    const uri = options.decrypt(database.uri_secret)
    const known = opened.get(database.id)
    if (known?.uri === uri) return known.driver
    void forget(database.id)
    const driver = uri === WAREHOUSE_URI ? options.warehouse() : openAddress(uri, options.sources)
    opened.set(database.id, { uri, driver })
    driver.catch(() => {
      if (opened.get(database.id)?.driver === driver) opened.delete(database.id)
    })
    return driver
  }
  return {
    open: async (database) => ({ driver: await driverOf(database), dialect: dialectOf(database.engine) }),
    test: async (uri, signal) => {
      const driver = await openAddress(uri, options.sources)
      try {
        await driver.ping(signal)
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

/** The dialect of a stored engine id. Throws when this release does not have the engine. */
export function dialectOf(engine: string): Dialect {
  const dialect = DIALECTS.find(({ id }) => id === engine)
  if (!dialect) throw new Problem(400, `This release cannot open databases of the engine "${engine}".`)
  return dialect
}

async function openAddress(uri: string, sources: readonly string[]): Promise<Driver> {
  const address = parseAddress(uri)
  const dialect = address && dialectOfScheme(DIALECTS, address.scheme)
  if (!address || !dialect)
    throw new Problem(422, 'Connection failed, please check your connection settings', {
      type: 'GENERIC_DB_ENGINE_ERROR',
    })
  const path = await sourceFile(address.database ?? '', sources)
  const { openDuckdbFile } = await import('../engines/duckdb/driver.server.ts')
  return openDuckdbFile({ path })
}

async function closeQuietly(driver: Promise<Driver>, { log }: GatewayOptions): Promise<void> {
  try {
    await (await driver).close()
  } catch (cause) {
    log('warn', 'A database could not be closed', { cause: String(cause) })
  }
}
