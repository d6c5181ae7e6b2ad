import { DIALECTS } from '../engines/dialects.ts'
import type { Dialect } from '../query/dialect.ts'
import { parseAddress } from './database-address.ts'

/** The engines that this server opens, with their SQL. */
export const CONNECTABLE: readonly Dialect[] = DIALECTS

/** The engine that an address means, null for one that the product cannot open. */
export function engineOfAddress(uri: string): Dialect | null {
  const scheme = parseAddress(uri)?.scheme
  return scheme === undefined ? null : named(CONNECTABLE, scheme)
}

/** An engine by its id or by a scheme of the dialect, opened by this release or not. */
export const knownEngine = (name: string): Dialect | null => named(DIALECTS, name)

/** What people call the engine of a connection. */
export const engineLabel = (backend: string): string => knownEngine(backend)?.label ?? backend

function named<D extends Dialect>(dialects: readonly D[], name: string): D | null {
  const base = name.split('+')[0] ?? name
  return (
    dialects.find(({ id, uriSchemes }) => id === base || uriSchemes.includes(name) || uriSchemes.includes(base)) ?? null
  )
}
