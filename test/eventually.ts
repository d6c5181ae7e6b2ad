const PAUSE_MS = 100

/** Asks until the answer is yes. Throws after `timeoutMs`, or what `isThere` throws. */
export async function eventually(isThere: () => Promise<boolean>, timeoutMs: number, what: string): Promise<void> {
  const startedAt = performance.now()
  while (!(await isThere())) {
    if (performance.now() - startedAt > timeoutMs) throw new Error(`${what} did not happen within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
