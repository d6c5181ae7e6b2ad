import { LRUCache } from 'lru-cache'

/** Small things remembered for a while under a key, such as who failed to sign in. */
export interface Notes<T extends object> {
  /** Null when there is none, or no more. */
  read(key: string): Promise<T | null>
  write(key: string, note: T): Promise<void>
  /** Puts what `change` makes of the note in its place. Changes at the same time come one after another. */
  change(key: string, change: (note: T | null) => T): Promise<void>
  remove(key: string): Promise<void>
}

export interface NotesOptions {
  /** Most that one server remembers. */
  readonly most: number
  readonly keptMs: number
  /** A note is never written twice, so a server's own copy is as good as any. */
  readonly isFixed?: boolean
}

export function ownNotes<T extends object>({ most, keptMs }: NotesOptions): Notes<T> {
  const notes = new LRUCache<string, T>({ max: most, ttl: keptMs })
  return {
    read: async (key) => notes.get(key) ?? null,
    write: async (key, note) => void notes.set(key, note),
    change: async (key, change) => void notes.set(key, change(notes.get(key) ?? null)),
    remove: async (key) => void notes.delete(key),
  }
}
