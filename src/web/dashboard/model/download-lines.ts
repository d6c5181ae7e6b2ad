/** What the server tells while it makes a file, one line at a time. */
export interface DownloadState {
  readonly done: number
  readonly of: number | null
  readonly file: { readonly name: string; readonly media: string; readonly failed: readonly string[] } | null
  /** The bytes in base64, as they came. */
  readonly parts: readonly string[]
  readonly error: string | null
}

export const NOTHING_YET: DownloadState = { done: 0, of: null, file: null, parts: [], error: null }

interface Line {
  readonly done?: number
  readonly of?: number
  readonly file?: DownloadState['file']
  readonly part?: string
  readonly error?: { readonly message?: string }
}

/** The state after one more line; an empty line changes nothing. */
export function withLine(state: DownloadState, text: string): DownloadState {
  if (text.trim() === '') return state
  const { done, of, file, part, error } = JSON.parse(text) as Line
  if (error) return { ...state, error: error.message ?? '' }
  if (part !== undefined) return { ...state, parts: [...state.parts, part] }
  if (file) return { ...state, file }
  return { ...state, done: done ?? state.done, of: of ?? state.of }
}
