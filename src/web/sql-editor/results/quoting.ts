import { knownEngine } from '../../../gateway/engines-of.ts'
import { quoteStandardName } from '../../../query/dialect.ts'
import { editorStore } from '../store.ts'

/** How names are quoted in the SQL of a database. */
export function quoteOf(databaseId: number | null): (name: string) => string {
  const backend = editorStore.getState().databases[databaseId ?? 0]?.backend ?? ''
  return knownEngine(backend)?.quoteIdentifier ?? quoteStandardName
}
