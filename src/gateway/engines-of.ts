import { DIALECTS } from '../engines/dialects.ts'
import { ENGINES, type EngineId } from '../engines/engines.ts'
import type { Dialect } from '../query/dialect.ts'
import { parseAddress } from './database-address.ts'

/** The engines that this release opens, with their SQL. */
export const CONNECTABLE: readonly Dialect<EngineId>[] = ENGINES.flatMap((id) =>
  DIALECTS.filter((dialect): dialect is Extract<(typeof DIALECTS)[number], Dialect<EngineId>> => dialect.id === id),
)

/** The engine that an address means, null for one that the product cannot open. */
export function engineOfAddress(uri: string): Dialect<EngineId> | null {
  const scheme = parseAddress(uri)?.scheme
  if (scheme === undefined) return null
  const base = scheme.split('+')[0] ?? scheme
  return (
    CONNECTABLE.find(({ id, uriSchemes }) => id === base || uriSchemes.includes(scheme) || uriSchemes.includes(base)) ??
    null
  )
}
