import { DIALECTS } from '../engines/dialects.ts'
import { type Dialect, quoteStandardName } from '../query/dialect.ts'
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

/** A connection as lists have it: its engine by name, with what only the server knows of one that a package brings. */
export interface EngineOfRow {
  readonly backend: string
  readonly packaged_engine?: { readonly name: string; readonly name_quotes: string }
}

/** What people call the engine of a connection. */
export const engineLabel = ({ backend, packaged_engine }: EngineOfRow): string =>
  packaged_engine?.name ?? knownEngine(backend)?.label ?? backend

/** How names are quoted in the SQL of a connection. */
export function nameQuote({ backend, packaged_engine }: EngineOfRow): (name: string) => string {
  const [open, close = open] = packaged_engine?.name_quotes ?? ''
  if (open === undefined || close === undefined) return knownEngine(backend)?.quoteIdentifier ?? quoteStandardName
  return (name) => `${open}${name.replaceAll(close, close + close)}${close}`
}

function named<D extends Dialect>(dialects: readonly D[], name: string): D | null {
  const base = name.split('+')[0] ?? name
  return (
    dialects.find(({ id, uriSchemes }) => id === base || uriSchemes.includes(name) || uriSchemes.includes(base)) ?? null
  )
}
