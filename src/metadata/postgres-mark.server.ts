/** Flows that did not ask for the present mark believe one this old, as long as a known caller is believed. */
const BELIEVED_MS = 1_000

/** What a store says that only its server can tell. */
export interface ChangeMark {
  /** Another text after any change; null while it is not known for sure. */
  mark(): string | null
  /** Learns the present mark: whatever was stored before the call is in it. Never rejects. */
  freshen(): Promise<void>
  /** This process changed something. */
  noteChange(): void
}

/**
 * Keeps the mark of a store that other servers change as well. `read` asks for it in one statement. Calls at the same
 * time share the next statement, never one that is under way, which may have begun before a change.
 */
export function changeMark(read: () => Promise<string>): ChangeMark {
  let known: { readonly text: string; readonly at: number } | null = null
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let changes = 0
  const start = (): Promise<void> => {
    const at = performance.now()
    running = read()
      .then(
        (text) => {
          known = { text, at }
        },
        () => {
          known = null
        },
      )
      .finally(() => {
        running = null
      })
    return running
  }
  const freshen = (): Promise<void> => {
    if (running === null) return start()
    next ??= running.then(() => {
      next = null
      return freshen()
    })
    return next
  }
  return {
    mark: () => (known === null || performance.now() - known.at > BELIEVED_MS ? null : `${known.text} ${changes}`),
    freshen,
    noteChange: () => {
      changes += 1
    },
  }
}
