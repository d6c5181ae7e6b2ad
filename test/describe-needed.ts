import { describe, expect, it } from 'vitest'

/** A server that tests need and that this machine may not have. */
interface NeededServer {
  readonly label: string
  readonly isThere: boolean
  /** Why it is not there, and what to do about it. */
  readonly missing: string
}

/** A group of tests that need a server: skipped by name where there is none, failing on the build machine. */
export function describeNeeded(name: string, { label, isThere, missing }: NeededServer, tests: () => void): void {
  if (isThere) describe(name, tests)
  else if (process.env.CI) it(`${name} (${label})`, () => expect.fail(missing))
  else describe.skip(`${name} (skipped: ${missing})`, tests)
}
