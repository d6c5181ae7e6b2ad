import type { Lexicon } from '../dialect.ts'
import { tokenize } from './tokenize.ts'

const STEP: Readonly<Record<string, number>> = { '(': 1, ')': -1 }

/**
 * What is wrong with the form of a clause, or null: it stands inside brackets of a larger statement, so it must not
 * close them, leave anything open or end the statement. Its names and templates are judged when it is used.
 */
export function clauseFault(clause: string, lexicon: Lexicon): string | null {
  const tokens = tokenize(clause, lexicon)
  if (tokens.every(({ kind }) => kind === 'space' || kind === 'comment')) return 'The clause holds no condition.'
  if (tokens.some(({ isOpen }) => isOpen)) return 'The clause has a text or comment without an end.'
  const symbols = tokens.filter(({ kind }) => kind === 'symbol').map(({ from, to }) => clause.slice(from, to))
  if (symbols.includes(';')) return 'The clause must be a single condition.'
  if (!clause.includes('{%') && !isBalanced(symbols)) return 'The brackets of the clause do not match.'
  return null
}

function isBalanced(symbols: readonly string[]): boolean {
  let depth = 0
  for (const symbol of symbols) {
    depth += STEP[symbol] ?? 0
    if (depth < 0) return false
  }
  return depth === 0
}
