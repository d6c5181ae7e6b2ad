import { setTimeout } from 'node:timers/promises'

/** The answer, or the reason of a stop that comes before it; an answer that comes after the stop is given to `late`. */
export function orStopped<T>(asking: Promise<T>, signal: AbortSignal, late: (answer: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(signal.reason)
      asking.then(late, () => {})
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    asking.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Waits. Throws the reason of a stop that comes before the end. */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, null, { signal }).catch((cause: unknown) => {
    throw signal.aborted ? signal.reason : cause
  })
}
