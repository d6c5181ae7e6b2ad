import { nameQuote } from '../../../gateway/engines-of.ts'
import { editorStore } from '../store.ts'

/** How names are quoted in the SQL of a database. */
export const quoteOf = (databaseId: number | null): ((name: string) => string) =>
  nameQuote(editorStore.getState().databases[databaseId ?? 0] ?? { backend: '' })
