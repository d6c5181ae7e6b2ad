import type { EditorTab } from './model/state.ts'
import { storedEditor } from './model/stored.ts'

const MAX_CHARACTERS = 256_000

/**
 * The tab that was changed last, kept at once: a page that goes away within a moment of the last keystroke takes what
 * IndexedDB had not finished writing with it.
 */
export interface LastDraft {
  readonly put: (editor: EditorTab) => void
  readonly take: () => EditorTab | null
}

export function lastDraft(userKey: string): LastDraft {
  const key = `sightline.sql-draft.${userKey}`
  return {
    put: (editor) => {
      try {
        if (editor.sql.length <= MAX_CHARACTERS) localStorage.setItem(key, JSON.stringify(editor))
      } catch {
        // A full or forbidden storage only loses this second copy.
      }
    },
    take: () => {
      try {
        const text = localStorage.getItem(key)
        return text === null ? null : storedEditor(JSON.parse(text))
      } catch {
        return null
      }
    },
  }
}
