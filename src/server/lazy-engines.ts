import { join } from 'node:path'
import type { Warehouse } from '../engines/duckdb/warehouse.server.ts'
import type { Gateway } from '../gateway/gateway.server.ts'
import type { GatewayOptions } from '../gateway/open-gateway.server.ts'
import type { Settings } from './settings.ts'

export interface Engines {
  readonly gateway: Gateway
  /** The product's own tables; opened at the first question. */
  warehouse(): Promise<Warehouse>
  close(): Promise<void>
}

/** Opens the engines at the first question, so that the server starts without them. */
export function lazyEngines(
  settings: Pick<Settings, 'dataDir' | 'sources'>,
  options: Pick<GatewayOptions, 'decrypt' | 'log' | 'expectedHostKey'>,
): Engines {
  let opened: Promise<Warehouse> | null = null
  let made: Promise<Gateway> | null = null
  const warehouse = () => {
    opened ??= openWarehouse(settings.dataDir, options)
    opened.catch(() => {
      opened = null
    })
    return opened
  }
  const gateway = () => {
    made ??= import('../gateway/open-gateway.server.ts').then(({ createGateway }) =>
      createGateway({
        ...options,
        sources: settings.sources,
        warehouse: async () => (await warehouse()).driver,
      }),
    )
    return made
  }
  return {
    warehouse,
    gateway: {
      open: async (database) => (await gateway()).open(database),
      test: async (place, signal) => (await gateway()).test(place, signal),
      forget: async (databaseId) => (await made)?.forget(databaseId),
      close: async () => (await made)?.close(),
    },
    close: async () => {
      await (await made?.catch(() => null))?.close()
      await (await opened?.catch(() => null))?.close()
    },
  }
}

async function openWarehouse(dataDir: string, { log }: Pick<GatewayOptions, 'log'>): Promise<Warehouse> {
  const { openWarehouse: open } = await import('../engines/duckdb/warehouse.server.ts')
  const warehouse = await open({ dir: join(dataDir, 'warehouse'), tempDir: join(dataDir, 'tmp') })
  if (warehouse.recoveredFrom !== null)
    log('warn', 'the list of tables was damaged; the one before it is used', { reason: warehouse.recoveredFrom })
  return warehouse
}
