import { Problem } from '../../wire/problem.ts'
import type { Lexicon } from '../dialect.ts'
import { scan, type Word } from '../sql/scan.ts'
import { meaningful, type Token, tokenize } from '../sql/tokenize.ts'

/** Where a piece of custom SQL stands. */
export type ClauseKind = 'column' | 'metric' | 'where' | 'having' | 'order'

/** Asks the engine's own parser. Resolves when the text is one expression, rejects with a Problem otherwise. */
export interface SqlChecker {
  checkExpression(sql: string, clause: ClauseKind): Promise<void>
}

const SUBQUERY = 'Custom SQL fields cannot contain sub-queries.'
const SUBQUERY_WORDS = new Set(['SELECT', 'VALUES', 'TABLE', 'PIVOT', 'UNPIVOT', 'DESCRIBE', 'SUMMARIZE', 'SHOW'])
const SET_WORDS = new Set(['UNION', 'INTERSECT', 'EXCEPT'])

/** Refuses a condition that could leave its parentheses, ask a table of its own, or is no single expression. */
export function checkCondition(sql: string, lexicon: Lexicon): void {
  const tokens = tokenize(sql, lexicon)
  if (!isBalanced(sql, tokens) || leavesCondition(scan(sql, lexicon))) {
    throw invalidClause(sql)
  }
  refuseSetOperation(sql, tokens)
  if (hasSubquery(sql, tokens)) throw refusedSubquery()
}

const refusedSubquery = () => new Problem(403, SUBQUERY, { type: 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR' })

const invalidClause = (sql: string, cause?: unknown) => new Problem(400, `Invalid SQL clause: ${sql}`, { cause })

/** A condition that the engine's parser refuses is refused as a clause; other failures stay what they are. */
export function refuseClause(sql: string, cause: unknown): never {
  throw cause instanceof Problem && cause.status === 422 ? invalidClause(sql, cause) : cause
}

/** Refuses a column or metric that is not one expression over the dataset's columns. */
export function checkExpression(sql: string, lexicon: Lexicon, clause: ClauseKind): void {
  const tokens = tokenize(sql, lexicon)
  const known = meaningful(tokens)
  if (known.length === 0) throw invalidSql(sql, 'An expression is required')
  if (known.some((token) => sql.slice(token.from, token.to) === ';')) {
    throw invalidSql(sql, 'Custom SQL should have exactly one statement')
  }
  if (!isBalanced(sql, tokens)) throw invalidSql(sql, 'Error parsing the expression: brackets or quotes are not closed')
  if (known.some((token) => wordOf(sql, token) === 'AS') && hasOuterAlias(sql, known)) {
    throw invalidSql(sql, "Error parsing near 'AS'")
  }
  refuseSetOperation(sql, tokens)
  if (!hasSubquery(sql, tokens)) return
  throw clause === 'order' ? refusedSubquery() : new Problem(400, `Error: ${SUBQUERY}`)
}

const LINKS = new Set(['AND', 'OR', 'NOT'])
const OUTER_CLAUSES = new Set(['LIMIT', 'OFFSET', 'HAVING', 'FETCH', 'WHERE', 'WINDOW', 'QUALIFY'])

/** No condition, more than one, one that is not finished, or one that goes on as a clause of the query around it. */
function leavesCondition(words: readonly Word[]): boolean {
  // The commas of a struct in braces are its own.
  const isList = words.some(({ text, depth }) => text === ',' && depth === 0) && !words.some(({ text }) => text === '{')
  const isLoose = isList || words.some(({ text }) => text === ';')
  return words.length === 0 || isLoose || LINKS.has(words.at(-1)?.word ?? '') || words.some(isOuterClause)
}

/** `a = 1 LIMIT 5`, but not a column of that name, as in `a = 1 AND limit = 5`. */
function isOuterClause({ word, depth }: Word, i: number, words: readonly Word[]): boolean {
  if (depth > 0 || i === 0) return false
  if (word === 'ORDER' || word === 'GROUP') return words[i + 1]?.word === 'BY'
  const before = words[i - 1]
  const endsOperand = before?.kind === 'number' || before?.kind === 'text' || before?.text === ')'
  return endsOperand && OUTER_CLAUSES.has(word)
}

function refuseSetOperation(sql: string, tokens: readonly Token[]): void {
  const found = meaningful(tokens).find((token) => SET_WORDS.has(wordOf(sql, token)))
  // EXCEPT also leaves columns out of COLUMNS(*), where no SELECT follows.
  if (found && hasSubquery(sql, tokens)) {
    throw invalidSql(sql, `Error parsing near '${wordOf(sql, found)}'`)
  }
}

const invalidSql = (sql: string, message: string) =>
  new Problem(422, message, { type: 'INVALID_SQL_ERROR', extra: { sql, line: null, column: null } })

function hasSubquery(sql: string, tokens: readonly Token[]): boolean {
  const known = meaningful(tokens)
  return known.some((token, i) => {
    const word = wordOf(sql, token)
    if (word === 'SELECT') return true
    const before = known[i - 1]
    const opensBracket = before !== undefined && sql.slice(before.from, before.to) === '('
    return (
      (word === 'FROM' && opensBracket) ||
      (SUBQUERY_WORDS.has(word) && opensBracket && isFollowedByWord(sql, known[i + 1]))
    )
  })
}

/** `(values)` is a column in brackets; `(VALUES (1))` and `(TABLE t)` are queries. */
function isFollowedByWord(sql: string, next: Token | undefined): boolean {
  if (!next) return false
  return next.kind === 'word' || next.kind === 'name' || sql.slice(next.from, next.to) === '('
}

function hasOuterAlias(sql: string, known: readonly Token[]): boolean {
  let depth = 0
  for (const token of known) {
    const text = sql.slice(token.from, token.to)
    if (text === '(') depth += 1
    else if (text === ')') depth -= 1
    else if (depth === 0 && wordOf(sql, token) === 'AS') return true
  }
  return false
}

function isBalanced(sql: string, tokens: readonly Token[]): boolean {
  let depth = 0
  for (const token of tokens) {
    if (token.isOpen) return false
    const text = sql.slice(token.from, token.to)
    if (token.kind !== 'symbol') continue
    if (text === '(') depth += 1
    else if (text === ')') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

const wordOf = (sql: string, token: Token) =>
  token.kind === 'word' ? sql.slice(token.from, token.to).toUpperCase() : ''
