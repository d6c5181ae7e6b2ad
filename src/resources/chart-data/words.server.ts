import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'

const OWN_WORDS: ReadonlySet<number> = new Set([401, 408, 429])
const UNTOLD = 'Error: The chart could not be answered'

/**
 * An answer, or its failure in the words that the caller may read: those of databases and of the product name tables,
 * columns and SQL, of which a guest hears nothing. A refusal of the dataset says so in words of its own.
 */
export async function inWordsFor<T>({ kind }: Pick<Caller, 'kind'>, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (kind !== 'guest' || !(cause instanceof Problem) || cause.status >= 500 || OWN_WORDS.has(cause.status))
      throw cause
    if (cause.detail.type === 'DATASOURCE_SECURITY_ACCESS_ERROR') throw cause
    throw new Problem(cause.status, UNTOLD, { envelope: 'message', cause })
  }
}
