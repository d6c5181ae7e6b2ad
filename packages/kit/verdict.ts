import type { SqlVerdict } from '../../src/engines/driver.ts'
import { type StatementRange, statementRanges } from '../../src/engines/statements.ts'
import type { Lexicon } from '../../src/query/dialect.ts'
import { type Kind, type TableName, uniqueTables } from './gate.ts'

/** What is known of one statement. */
export interface StatementVerdict {
  readonly kind: Kind
  readonly isReadOnly: boolean
  readonly tables: readonly TableName[]
  readonly refusals: readonly string[]
}

/** Judges a text statement by statement; each is given at its place, with nothing but space before it. */
export async function verdictOf(
  sql: string,
  lexicon: Lexicon,
  judgeOne: (placed: string, range: StatementRange) => Promise<StatementVerdict>,
): Promise<SqlVerdict> {
  const ranges = statementRanges(sql, lexicon)
  const parts: StatementVerdict[] = []
  for (const range of ranges) {
    const before = sql.slice(0, range.from).replaceAll(/[^\n]/g, ' ')
    parts.push(await judgeOne(before + sql.slice(range.from, range.to), range))
  }
  return {
    statements: ranges.map(({ sql: text, from, to }, i) => ({ sql: text, from, to, kind: parts[i]?.kind ?? 'other' })),
    isReadOnly: parts.length > 0 && parts.every(({ isReadOnly }) => isReadOnly),
    tables: uniqueTables(parts.flatMap(({ tables }) => tables)),
    refusals: [...new Set(parts.flatMap(({ refusals }) => refusals))],
  }
}
