import type { Word } from './scan.ts'

/** What a statement does to the transaction of its script. */
export type TransactionStep =
  | { readonly verb: 'begin'; readonly isReadOnly: boolean; readonly isolation: string | null }
  | { readonly verb: 'commit' | 'rollback' }

const LEVEL = '(?: ISOLATION LEVEL (READ COMMITTED|REPEATABLE READ|SERIALIZABLE))?'
const BEGIN = new RegExp(`^(?:BEGIN(?: WORK| TRANSACTION)?|START TRANSACTION)${LEVEL},?(?: (READ ONLY|READ WRITE))?$`)
const END = /^(COMMIT|END|ROLLBACK|ABORT)(?: WORK| TRANSACTION)?$/

/** Reads `BEGIN`, `START TRANSACTION`, `COMMIT`, `ROLLBACK` and what means the same; null for any other statement. */
export function transactionStep(words: readonly Word[]): TransactionStep | null {
  const text = words.map(({ word, text: own }) => word || own).join(' ')
  const begin = BEGIN.exec(text.replace(' ,', ','))
  if (begin) return { verb: 'begin', isReadOnly: begin[2] === 'READ ONLY', isolation: begin[1] ?? null }
  const end = END.exec(text)
  if (!end) return null
  return { verb: end[1] === 'COMMIT' || end[1] === 'END' ? 'commit' : 'rollback' }
}

/** The same without a level of isolation, for engines whose words know none there; null for any other statement. */
export function plainStep(words: readonly Word[]): TransactionStep | null {
  const step = transactionStep(words)
  return step?.verb === 'begin' && step.isolation !== null ? null : step
}
