/** Steps that can be undone; the wire's constant. */
const UNDO_LIMIT = 50
/** States kept behind the present one. */
export const HISTORY_LIMIT = UNDO_LIMIT + 2

/** The states of a document, so that steps can be taken back and taken again. */
export interface History<State> {
  readonly past: readonly State[]
  readonly present: State
  readonly future: readonly State[]
  /** More was done than can be undone. */
  readonly isExceeded: boolean
  /** What the last step did; steps of one gesture share a name and are undone together. */
  readonly gesture: string | null
}

export function historyOf<State>(present: State): History<State> {
  return { past: [], present, future: [], isExceeded: false, gesture: null }
}

/** Adds a step. Steps in a row with the same gesture are one. */
export function commit<State>(history: History<State>, next: State, gesture: string | null = null): History<State> {
  if (next === history.present) return history
  if (gesture !== null && gesture === history.gesture) return { ...history, present: next, future: [] }
  const past = [...history.past, history.present]
  const isExceeded = history.isExceeded || past.length > HISTORY_LIMIT
  return { past: past.slice(-HISTORY_LIMIT), present: next, future: [], isExceeded, gesture }
}

export function undo<State>(history: History<State>): History<State> {
  const previous = history.past.at(-1)
  if (previous === undefined) return history
  return {
    ...history,
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    gesture: null,
  }
}

export function redo<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { ...history, past: [...history.past, history.present], present: next, future, gesture: null }
}

/** True when the present differs from what was saved, or what was saved can no longer be reached by undoing. */
export function hasUnsavedChanges<State>(history: History<State>): boolean {
  return history.past.length > 0 || history.isExceeded
}
