import type { SqlVerdict } from '../engines/driver.ts'
import type { Dialect } from '../query/dialect.ts'
import { scan, type Word } from '../query/sql/scan.ts'
import { type TransactionStep, transactionStep } from '../query/sql/transaction.ts'
import { Problem } from '../wire/problem.ts'

/**
 * True for a script that ends within a transaction it began, which is taken back. Throws a Problem 400 for steps that do
 * not fit each other, and for a statement that would commit without a word.
 */
export function endsInTransaction(
  statements: readonly Pick<SqlVerdict['statements'][number], 'sql' | 'kind'>[],
  dialect: Dialect,
): boolean {
  let isOpen = false
  for (const { sql, kind } of statements) {
    const words = scan(sql, dialect.lexicon)
    const step = kind === 'transaction' ? transactionStep(words) : null
    if (step) isOpen = afterStep(step, isOpen, words)
    else if (isOpen && kind === 'ddl') refuseCommitting(words, dialect)
  }
  return isOpen
}

/**
 * Throws a Problem 400 for a script that changes data in a transaction where statements share nothing: what it changed
 * could not be taken back. A script that only reads is its statements, each of which reads what is there at its time.
 */
export function refuseUnkept(
  statements: readonly Pick<SqlVerdict['statements'][number], 'kind'>[],
  isReadOnly: boolean,
): void {
  if (!isReadOnly && statements.some(({ kind }) => kind === 'transaction')) throw unfit(UNKEPT)
}

function afterStep({ verb }: TransactionStep, isOpen: boolean, words: readonly Word[]): boolean {
  const isBegin = verb === 'begin'
  if (isBegin === isOpen) throw unfit(isOpen ? BEGUN : `${words[0]?.word} has no BEGIN before it in this script.`)
  return isBegin
}

function refuseCommitting(words: readonly Word[], { definitionsCommit }: Dialect): void {
  if (definitionsCommit && !words.slice(1, 4).some(({ word }) => word === 'TEMPORARY'))
    throw unfit(`${words[0]?.word} would commit the transaction at once. End it with COMMIT or ROLLBACK first.`)
}

const UNKEPT =
  'On this database no transaction lasts from one statement to the next, so that changes could not be taken back. Leave BEGIN, COMMIT and ROLLBACK out.'
const BEGUN = 'A transaction has begun already; end it with COMMIT or ROLLBACK first.'

const unfit = (message: string) => new Problem(400, message, { type: 'INVALID_SQL_ERROR' })
