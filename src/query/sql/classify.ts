import type { Word } from './scan.ts'

/** What a statement does, as far as its words tell. The engine decides what may run; this only words a message. */
export type StatementKind = 'select' | 'explain' | 'show' | 'dml' | 'ddl' | 'other'

const KINDS: Readonly<Record<string, StatementKind>> = {
  SELECT: 'select',
  FROM: 'select',
  VALUES: 'select',
  TABLE: 'select',
  EXPLAIN: 'explain',
  SHOW: 'show',
  DESCRIBE: 'show',
  DESC: 'show',
  SUMMARIZE: 'show',
  INSERT: 'dml',
  UPDATE: 'dml',
  DELETE: 'dml',
  MERGE: 'dml',
  REPLACE: 'dml',
  TRUNCATE: 'ddl',
  CREATE: 'ddl',
  ALTER: 'ddl',
  DROP: 'ddl',
  RENAME: 'ddl',
  COMMENT: 'ddl',
}
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The kind of a statement. A query that writes, by INTO or in a CTE, is no `select`. */
export function kindOf(words: readonly Word[]): StatementKind {
  const first = words.find(({ text }) => text !== '(')
  if (!first) return 'other'
  const kind = first.word === 'WITH' ? withKind(words) : (KINDS[first.word] ?? 'other')
  // EXPLAIN ANALYZE runs what it explains.
  if (kind === 'explain' && words.some(({ word }) => word === 'ANALYZE') && words.some(({ word }) => WRITES.has(word)))
    return 'dml'
  return kind === 'select' && writes(words) ? 'dml' : kind
}

/** Words that may follow a bracket before the query of a WITH begins: of its list, or of an expression in it. */
const GOES_ON = new Set(
  'AS SEARCH CYCLE USING SET TO AND OR IN NOT IS LIKE ILIKE BETWEEN OVER FILTER GLOBAL DIV MOD'.split(' '),
)

function withKind(words: readonly Word[]): StatementKind {
  const main = words.find(({ word, depth }, i) => {
    if (depth > 0 || word === '') return false
    if (word === 'SELECT' || word === 'VALUES' || word === 'FROM' || WRITES.has(word)) return true
    return words[i - 1]?.text === ')' && !GOES_ON.has(word)
  })
  if (!main) return 'other'
  const kind = KINDS[main.word] ?? 'other'
  // Whatever else a WITH leads to, it is no plain reading.
  return kind === 'explain' || kind === 'show' ? 'other' : kind
}

function writes(words: readonly Word[]): boolean {
  return words.some(({ word, depth }, i) => {
    if (word === 'INTO' && depth === 0) return true
    // A data-changing CTE: AS ( INSERT ... )
    return (
      WRITES.has(word) &&
      depth > 0 &&
      words[i - 1]?.text === '(' &&
      words[i - 2]?.word.match(/^(AS|MATERIALIZED)$/) != null
    )
  })
}
