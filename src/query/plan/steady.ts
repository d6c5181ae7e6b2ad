import type { ColumnModel } from '../dataset-model.ts'
import type { Lexicon } from '../dialect.ts'
import { scan, type Word } from '../sql/scan.ts'

const AGGREGATES = new Set(['COUNT', 'SUM', 'AVG', 'MIN', 'MAX'])
/** Functions of their arguments alone. */
const FUNCTIONS = new Set(
  (
    'ABS ROUND FLOOR CEIL CEILING TRUNC SIGN SQRT LN LOG MOD POWER COALESCE NULLIF IFNULL GREATEST LEAST ' +
    'LOWER UPPER TRIM LTRIM RTRIM LENGTH SUBSTRING SUBSTR REPLACE CONCAT LEFT RIGHT LPAD RPAD STRPOS POSITION ' +
    'SPLIT_PART STARTS_WITH REGEXP_MATCHES CAST TRY_CAST EXTRACT DATE_PART DATE_TRUNC TIME_BUCKET DATE_DIFF DATEDIFF ' +
    'YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND DAYOFWEEK STRFTIME TO_CHAR TO_TIMESTAMP MAKE_TIMESTAMP EPOCH_MS CHR'
  ).split(' '),
)
const TYPES = 'DECIMAL NUMERIC VARCHAR CHAR CHARACTER TIMESTAMP TIME'.split(' ')
/** Words before a bracket that call nothing. */
const BEFORE_BRACKETS = new Set(
  (
    'AND OR NOT IN IS LIKE ILIKE BETWEEN CASE WHEN THEN ELSE AS SELECT DISTINCT FROM JOIN ON USING WHERE BY HAVING ' +
    'UNION ALL EXCEPT INTERSECT VALUES INTERVAL'
  ).split(' '),
)
/** They read the clock, a part of the rows that nothing determines, or more than one row at once. */
const UNSTEADY =
  /^(CURRENT_\w+|LOCALTIME\w*|LIMIT|OFFSET|FETCH|SAMPLE|TABLESAMPLE|OVER|WINDOW|FILTER|WITHIN|QUALIFY|PIVOT|UNPIVOT|TOP|RECURSIVE|LATERAL|POSITIONAL|ASOF)$/
/** Words of an expression that are no columns. */
const EXPRESSION_WORDS = new Set([
  ...'CASE WHEN THEN ELSE END NULL AND OR NOT IS TRUE FALSE AS BETWEEN IN'.split(' '),
  ...'INTEGER INT BIGINT DOUBLE PRECISION FLOAT REAL DATE BOOLEAN TEXT'.split(' '),
  ...TYPES,
])
const EXACT_TYPE = /^(u?(tiny|small|big|huge)?int(eger)?\d*|(small|big)?serial|decimal|numeric)\b/i

/** True for a text that gives the same whenever and beside whatever it is asked; false where that is not sure. */
export function isSteady(sql: string, lexicon: Lexicon): boolean {
  const words = scan(sql, lexicon)
  return words.every((word, i) => isSteadyWord(word, words[i + 1]?.text === '(', words[i + 1]?.word ?? ''))
}

function isSteadyWord({ kind, isOpen, text, word }: Word, isBeforeBracket: boolean, next: string): boolean {
  if (isOpen || kind === 'template' || text === '#' || UNSTEADY.test(word)) return false
  if (word === 'DISTINCT' && next === 'ON') return false
  if (!isBeforeBracket) return true
  if (kind === 'name') return false
  if (kind !== 'word') return true
  return AGGREGATES.has(word) || FUNCTIONS.has(word) || BEFORE_BRACKETS.has(word) || TYPES.includes(word)
}

/** One call of an aggregate function in a metric. */
export interface AggregateCall {
  readonly name: string
  /** What stands in its brackets. */
  readonly argument: string
  readonly isDistinct: boolean
  /** Where the call ends in the text of the metric. */
  readonly to: number
}

/** The aggregates of a steady metric; null where it holds none, or reads columns outside of them. */
export function aggregatesOf(sql: string, lexicon: Lexicon): readonly AggregateCall[] | null {
  if (!isSteady(sql, lexicon)) return null
  const words = scan(sql, lexicon)
  const calls: AggregateCall[] = []
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]
    const isCall = words[i + 1]?.text === '('
    if (word && !(isCall && AGGREGATES.has(word.word))) {
      if (!isOutside(word, isCall)) return null
      continue
    }
    const found = callAt(sql, words, i)
    if (!found) return null
    calls.push(found.call)
    i = found.end
  }
  return calls.length > 0 ? calls : null
}

function callAt(sql: string, words: readonly Word[], at: number) {
  const [name, open] = [words[at], words[at + 1]]
  const end = words.findIndex(({ text, depth }, i) => i > at + 1 && text === ')' && depth === name?.depth)
  const close = words[end]
  const inside = words.slice(at + 2, end)
  const isNested = inside.some(({ word }) => AGGREGATES.has(word) || word === 'ORDER')
  if (!name || !open || !close || isNested) return null
  const argument = sql.slice(open.to, close.from).trim()
  return { end, call: { name: name.word, argument, isDistinct: inside[0]?.word === 'DISTINCT', to: close.to } }
}

/** What may stand in a metric outside of its aggregates: no column. */
const isOutside = ({ kind, word }: Word, isCall: boolean) =>
  kind === 'name' ? false : kind !== 'word' || isCall || EXPRESSION_WORDS.has(word)

/** True when the aggregate gives the same in whatever order the rows come. */
export function isExact({ name, argument, isDistinct }: AggregateCall, known: readonly ColumnModel[]): boolean {
  if (name === 'COUNT') return true
  if (isDistinct) return false
  const bare = /^\w+$/.test(argument)
  const quoted = /^"((?:[^"]|"")+)"$/.exec(argument)?.[1]?.replaceAll('""', '"')
  const column = known.find(({ name }) => (bare ? name.toLowerCase() === argument.toLowerCase() : name === quoted))
  if (!column || column.expression !== null || column.type === null) return false
  return EXACT_TYPE.test(column.type) || ((name === 'MIN' || name === 'MAX') && !/float|double|real/i.test(column.type))
}
