interface Call {
  /** Who asked, in which session. */
  readonly place: string
  readonly id: string | number
}

/** Calls under way by who asked and their number, so that a later message can end them. */
const calls = new Map<string, AbortController>()
const keyOf = ({ place, id }: Call) => `${place} ${typeof id} ${id}`

export const running = {
  /** Runs a call until it ends or is cancelled; null when it was. */
  async during<T>(call: Call, run: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const key = keyOf(call)
    const abort = new AbortController()
    calls.set(key, abort)
    try {
      const result = await run(abort.signal)
      return abort.signal.aborted ? null : result
    } catch (cause) {
      if (abort.signal.aborted) return null
      throw cause
    } finally {
      if (calls.get(key) === abort) calls.delete(key)
    }
  },
  /** Ends a call of the same place; one that is over or unknown stays as it is. */
  cancel(place: string, id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') calls.get(keyOf({ place, id }))?.abort()
  },
}
