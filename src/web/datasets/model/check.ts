/** What the database says of an expression. */
export type Check =
  | { readonly state: 'idle' | 'running' | 'good' }
  | { readonly state: 'bad'; readonly reason: string }
  /** It could not be asked. */
  | { readonly state: 'failed'; readonly reason: string }

/** The answer to a check: no faults is good; of an engine's long words the first line says what is wrong. */
export function checkOf(faults: readonly { readonly message: string }[]): Check {
  const [first] = faults
  if (!first) return { state: 'good' }
  return { state: 'bad', reason: first.message.split('\n')[0]?.trim() || first.message }
}
