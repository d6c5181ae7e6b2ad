import { setImmediate as nextTurn } from 'node:timers/promises'
import { portionsOf } from '../kernel/portions.ts'

/** A statement holds only so many values; this many rows are read in some ten milliseconds. */
const PORTION = 1000

/** The rows that a statement reads for ids, by as many statements as it takes; between two, others have a turn. */
export async function inPortions<R>(
  ids: readonly number[],
  read: (portion: readonly number[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const rows: R[] = []
  for (const portion of portionsOf(ids, PORTION)) {
    if (rows.length > 0) await nextTurn()
    // As arguments of one call they could be too many.
    for (const row of await read(portion)) rows.push(row)
  }
  return rows
}
