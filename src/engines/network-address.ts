import type { Dialect } from '../query/dialect.ts'
import { clickhouseAddress } from './clickhouse/address.ts'
import { clickhouseDialect } from './clickhouse/dialect.ts'
import { clickhouseForm } from './clickhouse/form.ts'
import type { ConnectionForm } from './connection-form.ts'
import { mysqlAddress } from './mysql/address.ts'
import { mysqlDialect } from './mysql/dialect.ts'
import { mysqlForm } from './mysql/form.ts'
import type { NetworkTarget } from './network-uri.ts'
import { postgresAddress } from './postgres/address.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { postgresForm } from './postgres/form.ts'
import { trinoAddress } from './trino/address.ts'
import { trinoDialect } from './trino/dialect.ts'
import { trinoForm } from './trino/form.ts'

/** What is known of an engine's addresses without connecting. */
interface NetworkEngineAddress {
  readonly dialect: Dialect
  /** Throws a Problem for an address that cannot be used. */
  readonly read: (uri: string) => NetworkTarget
  /** What a person tells to connect, with the options that an address may have. */
  readonly form: ConnectionForm
}

/** The engines whose databases are servers in the network. */
const NETWORK_ENGINES: NetworkEngineAddress[] = [
  { dialect: postgresDialect, read: postgresAddress, form: postgresForm },
  { dialect: mysqlDialect, read: mysqlAddress, form: mysqlForm },
  { dialect: clickhouseDialect, read: clickhouseAddress, form: clickhouseForm },
  { dialect: trinoDialect, read: trinoAddress, form: trinoForm },
]

/** Adds a packaged engine, or puts it in the place of the one that has its id. */
export function addNetworkEngine(engine: NetworkEngineAddress): void {
  const at = NETWORK_ENGINES.findIndex(({ dialect }) => dialect.id === engine.dialect.id)
  NETWORK_ENGINES.splice(at < 0 ? NETWORK_ENGINES.length : at, 1, engine)
}

/** Where the address leads; null when it means no server in the network. Throws what is missing or not allowed. */
export const networkTarget = (uri: string): NetworkTarget | null => engineOf(uri)?.read(uri) ?? null

/** The connection form of an engine by its id; null for one that is no server in the network. */
export const networkForm = (id: string): ConnectionForm | null =>
  NETWORK_ENGINES.find(({ dialect }) => dialect.id === id)?.form ?? null

/** True when the address is written for an engine. */
export const isAddressOf = (dialect: Dialect, uri: string): boolean => hasScheme(dialect, schemeOf(uri))

function engineOf(uri: string): NetworkEngineAddress | null {
  const scheme = schemeOf(uri)
  return NETWORK_ENGINES.find(({ dialect }) => hasScheme(dialect, scheme)) ?? null
}

const hasScheme = ({ uriSchemes }: Dialect, scheme: string): boolean =>
  uriSchemes.some((own) => own === scheme || own === scheme.split('+')[0])

const schemeOf = (uri: string): string => /^([a-z][a-z0-9+_]*):/i.exec(uri.trim())?.[1]?.toLowerCase() ?? ''
