import { Problem } from '../wire/problem.ts'
import { badAddress } from './check-address.server.ts'
import { openClickhouse } from './clickhouse/driver.server.ts'
import { DIALECTS } from './dialects.ts'
import type { Driver } from './driver.ts'
import { openDuckdbFile } from './duckdb/driver.server.ts'
import type { EngineId } from './engines.ts'
import { openMysql } from './mysql/driver.server.ts'
import { isAddressOf } from './network-address.ts'
import { openPostgres } from './postgres/driver.server.ts'
import { allowedSourcePath } from './source-path.server.ts'
import { parseSourceUri, type SourceUri } from './source-path.ts'
import { openSqliteFile } from './sqlite/driver.server.ts'
import { openTrino } from './trino/driver.server.ts'

/** What a connection record says about how to reach its database. */
export interface Connection {
  readonly engine: EngineId
  readonly uri: string
  readonly readOnly: boolean
  /** Folders below which database files may lie. */
  readonly sources: readonly string[]
}

type Open = (connection: Connection, uri: SourceUri) => Promise<Driver>
const OPENERS: Readonly<Record<EngineId, Open>> = {
  postgres: async ({ uri, readOnly }) => openPostgres({ uri, isReadOnly: readOnly }),
  mysql: async ({ uri, readOnly }) => openMysql({ uri, isReadOnly: readOnly }),
  clickhouse: async ({ uri, readOnly }) => openClickhouse({ uri, isReadOnly: readOnly }),
  trino: async ({ uri, readOnly }) => openTrino({ uri, isReadOnly: readOnly }),
  duckdb: async ({ sources }, uri) => openDuckdbFile({ path: await filePath(uri, sources) }),
  sqlite: async ({ sources, readOnly }, uri) =>
    openSqliteFile({ path: await filePath(uri, sources), isReadOnly: readOnly }),
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
  return OPENERS[connection.engine](connection, uri)
}

async function filePath(uri: SourceUri, sources: readonly string[]): Promise<string> {
  if (uri.path === null || uri.path === ':memory:') {
    throw new Problem(400, 'The address names no database file.', { type: 'CONNECTION_MISSING_PARAMETERS_ERROR' })
  }
  return allowedSourcePath(uri.path, sources)
}
