import { consoleNote } from '../data/console-note.ts'
import type { StoredSession } from './model/local-storage.ts'
import type { EditorTab } from './model/state.ts'
import { storedEditors, storedSession } from './model/stored.ts'

/** What this browser keeps of a user's tabs. */
export interface DraftStore {
  readonly load: () => Promise<{ readonly editors: readonly EditorTab[]; readonly session: StoredSession | null }>
  readonly putEditor: (editor: EditorTab) => Promise<void>
  readonly deleteEditor: (id: string) => Promise<void>
  readonly putSession: (session: StoredSession) => Promise<void>
}

const DATABASE = 'sightline-sql-editor'
const VERSION = 1

/** Drafts in IndexedDB, apart for each user so that no one sees another's on a shared machine. */
export async function openDrafts(userKey: string): Promise<DraftStore> {
  const database = await openDatabase()
  const store = (name: 'tabs' | 'sessions', mode: IDBTransactionMode) =>
    database.transaction(name, mode, { durability: 'relaxed' }).objectStore(name)
  const ofUser = IDBKeyRange.bound([userKey], [userKey, []])
  return {
    load: async () => {
      const [editors, session] = await Promise.all([
        done<unknown[]>(store('tabs', 'readonly').getAll(ofUser)),
        done<unknown>(store('sessions', 'readonly').get(userKey)),
      ])
      const readable = storedEditors(editors)
      if (readable.length < editors.length) consoleNote('warn', 'Some drafts could not be read', editors)
      return { editors: readable, session: storedSession(session) }
    },
    putEditor: async (editor) => {
      const tabs = store('tabs', 'readwrite')
      tabs.put(editor, [userKey, editor.id])
      await committed(tabs.transaction)
    },
    deleteEditor: async (id) => {
      await done(store('tabs', 'readwrite').delete([userKey, id]))
    },
    putSession: async (session) => {
      const sessions = store('sessions', 'readwrite')
      sessions.put(session, userKey)
      await committed(sessions.transaction)
    },
  }
}

/** Keeps nothing: for browsers that refuse storage. */
export const noDrafts: DraftStore = {
  load: async () => ({ editors: [], session: null }),
  putEditor: async () => {},
  deleteEditor: async () => {},
  putSession: async () => {},
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('tabs')
    request.result.createObjectStore('sessions')
  }
  return done(request)
}

/** A full storage is told by the transaction alone. */
function committed(transaction: IDBTransaction): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser refused to store the draft'))
  })
  transaction.commit()
  return ended
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser refused to store the draft'))
  })
}
