import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

const HEAVY_PRIORITY = 15

/** Lowers the priority of a process for ever. Linux counts by thread, so there each of its threads is told. */
export function giveWay(pid: number): void {
  for (const id of threadsOf(pid)) {
    try {
      setPriority(id, HEAVY_PRIORITY)
    } catch {
      // Gone already; the exit of a process is reported elsewhere.
    }
  }
}

function threadsOf(pid: number): readonly number[] {
  if (process.platform !== 'linux') return [pid]
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}
