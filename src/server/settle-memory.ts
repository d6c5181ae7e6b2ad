import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const SETTLE_MS = 1_500

/**
 * Lets the optimizing compilers work, or not: most code of the start runs once, and what they make of it, with the
 * space they work in, would stay.
 */
export function optimizeCode(isOn: boolean): void {
  for (const compiler of ['opt', 'maglev']) setFlagsFromString(`--${isOn ? '' : 'no-'}${compiler}`)
}

/** Gives back, once, the memory that only the start needed: compiled code, schemas that were put together, buffers. */
export function settleMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
    collect({ type: 'major', flavor: 'last-resort' })
  }, SETTLE_MS).unref()
}
