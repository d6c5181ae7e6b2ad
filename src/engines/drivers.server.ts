import { Problem } from '../wire/problem.ts'
import { badAddress } from './check-address.server.ts'
import { openClickhouse } from './clickhouse/driver.server.ts'
import { DIALECTS } from './dialects.ts'
import type { Driver } from './driver.ts'
import { openDuckdbFile } from './duckdb/driver.server.ts'
import type { EngineId } from './engines.ts'
import { openMysql } from './mysql/driver.server.ts'
import { isAddressOf } from './network-address.ts'
import type { NetworkOptions } from './network-way.server.ts'
import { noTunnel, openPackaged } from './packaged/driver.server.ts'
import { packagedEngine } from './packaged/register.server.ts'
import { openPostgres } from './postgres/driver.server.ts'
import { allowedSourcePath } from './source-path.server.ts'
import { parseSourceUri, type SourceUri } from './source-path.ts'
import { openSqliteFile } from './sqlite/driver.server.ts'
import type { TunnelRequest } from './ssh-server.ts'
import { SshTunnel } from './ssh-tunnel.server.ts'
import { openTrino } from './trino/driver.server.ts'

/** What a connection record says about how to reach its database. */
export interface Connection {
  readonly engine: string
  readonly uri: string
  readonly readOnly: boolean
  /** Folders below which database files may lie. */
  readonly sources: readonly string[]
  /** The tunnel through which a server in the network is reached; null where it is reached from here. */
  readonly tunnel: TunnelRequest | null
}

type Open = (connection: Connection, uri: SourceUri) => Promise<Driver>
const OPENERS: Readonly<Record<EngineId, Open>> = {
  postgres: onItsWay(openPostgres),
  mysql: onItsWay(openMysql),
  clickhouse: onItsWay(openClickhouse),
  trino: onItsWay(openTrino),
  duckdb: async ({ sources }, uri) => openDuckdbFile({ path: await filePath(uri, sources) }),
  sqlite: async ({ sources, readOnly }, uri) =>
    openSqliteFile({ path: await filePath(uri, sources), isReadOnly: readOnly }),
}

/** Opens a server in the network, through a tunnel of its own where the connection has one. */
function onItsWay(open: (options: NetworkOptions) => Driver): Open {
  return async ({ uri, readOnly, tunnel }) => {
    if (tunnel === null) return open({ uri, isReadOnly: readOnly })
    const way = new SshTunnel(tunnel)
    const driver = open({ uri, isReadOnly: readOnly, way })
    return { ...driver, close: () => driver.close().finally(() => way.close()) }
  }
}

/** Opens the database of a connection record. The warehouse's driver is handed out, not opened again. */
export async function openDriver(connection: Connection, warehouse: Driver | null = null): Promise<Driver> {
  const uri = parseSourceUri(connection.uri)
  if (uri?.scheme === 'sightline') {
    if (warehouse) return { ...warehouse, close: async () => {} }
    throw new Problem(400, 'This server has no warehouse.', { type: 'CONNECTION_UNKNOWN_DATABASE_ERROR' })
  }
  const dialect = DIALECTS.find(({ id }) => id === connection.engine)
  if (!uri || !dialect || !isAddressOf(dialect, connection.uri)) throw badAddress()
  const packaged = packagedEngine(dialect.id)
  if (packaged === null) return OPENERS[dialect.id as EngineId](connection, uri)
  if (connection.tunnel !== null) throw noTunnel(dialect.label)
  const path = packaged.form.kind === 'file' ? await filePath(uri, connection.sources) : null
  return openPackaged(packaged, { uri: connection.uri, path, isReadOnly: connection.readOnly })
}

async function filePath(uri: SourceUri, sources: readonly string[]): Promise<string> {
  if (uri.path === null || uri.path === ':memory:') {
    throw new Problem(400, 'The address names no database file.', { type: 'CONNECTION_MISSING_PARAMETERS_ERROR' })
  }
  return allowedSourcePath(uri.path, sources)
}
