import type { Lexicon } from '../../query/dialect.ts'
import { clauseFault } from '../../query/sql/clause-fault.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'

/**
 * Clauses of a guest token were conditions in the words of the databases that they were written for; here they are
 * looked at again in those of the database that is asked. Throws 403.
 */
export function refuseBrokenClauses({ guest }: Pick<Caller, 'guest'>, lexicon: Lexicon): void {
  if (guest?.rls.some(({ clause }) => clauseFault(clause, lexicon) !== null))
    throw new Problem(403, 'Forbidden', { envelope: 'message' })
}
