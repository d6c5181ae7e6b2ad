import type { Connections } from './connections.server.ts'
import { BUILT_IN } from './types.ts'

/** Names of types by their number; those that the server has of its own are asked for once. */
export function typeNames(connections: Connections): (oids: readonly number[]) => Promise<(oid: number) => string> {
  const known = new Map(BUILT_IN)
  return async (oids) => {
    const unknown = [...new Set(oids)].filter((oid) => !known.has(oid))
    if (unknown.length > 0) {
      const servant = await connections.servant()
      try {
        const { rows } = await servant.query<{ oid: number; name: string }>(
          'SELECT oid, pg_catalog.format_type(oid, NULL) AS name FROM pg_catalog.pg_type WHERE oid = ANY($1::oid[])',
          [unknown],
        )
        for (const { oid, name } of rows) known.set(oid, name)
      } finally {
        servant.release()
      }
    }
    return (oid) => known.get(oid) ?? 'unknown'
  }
}
