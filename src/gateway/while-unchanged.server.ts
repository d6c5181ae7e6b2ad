import { LRUCache } from 'lru-cache'
import type { MetadataDb } from '../metadata/open.server.ts'
import type { Services } from './services.server.ts'

const KEPT_VALUES = 1_000

interface Memory {
  readonly mark: string
  readonly values: LRUCache<string, { readonly value: Promise<unknown> }>
}

const memories = new WeakMap<MetadataDb, Memory>()

/**
 * What `read` gives of the metadata store, read again only after the store has changed, beside the tables of which
 * nothing may be remembered (`metadata/unremembered.ts`). A store that cannot tell at once whether it changed is read
 * every time.
 */
export function whileUnchanged<T>(
  { db, metadataMark }: Pick<Services, 'db' | 'metadataMark'>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const mark = metadataMark()
  if (mark === null) return read()
  const { values } = memoryOf(db, mark)
  const known = values.get(key)
  if (known) return known.value as Promise<T>
  const value = read()
  values.set(key, { value })
  value.catch(() => values.delete(key))
  return value
}

/** The mark is taken before the store is read, so a change in between makes the next caller read again. */
function memoryOf(db: MetadataDb, mark: string): Memory {
  const known = memories.get(db)
  if (known?.mark === mark) return known
  const memory = { mark, values: new LRUCache<string, { readonly value: Promise<unknown> }>({ max: KEPT_VALUES }) }
  memories.set(db, memory)
  return memory
}
