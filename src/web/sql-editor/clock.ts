/** An answer tells the server's time to a second and takes its time on the way. */
const SMALL_MS = 2_000

let offsetMs = 0

/** Milliseconds by the server's clock, as far as that is known: browsers whose clocks differ agree on what is later. */
export const editorNow = (): number => Date.now() + offsetMs

/** Takes the time of an answer (its `Date` header). */
export function setClock(date: string | null, now = Date.now()): void {
  const difference = Date.parse(date ?? '') - now
  offsetMs = Math.abs(difference) > SMALL_MS ? difference : 0
}
