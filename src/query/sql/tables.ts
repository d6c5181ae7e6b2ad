import type { Lexicon } from '../dialect.ts'
import { scan, type Word } from './scan.ts'

/** A table that a statement reads, where its name stands, and the alias that follows it. */
export interface TableReference {
  /** The parts of the name as written, quotes taken off: catalog, schema, table. */
  readonly parts: readonly string[]
  readonly from: number
  readonly to: number
  readonly alias: string | null
}

/** Words that end a FROM clause at their depth. */
const ENDS = new Set(
  'WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH WINDOW QUALIFY UNION INTERSECT EXCEPT MINUS FOR SETTINGS FORMAT RETURNING SET'.split(
    ' ',
  ),
)
/** Words that come after a table and are no alias of it. */
const NO_ALIAS = new Set(
  'ON USING JOIN INNER LEFT RIGHT FULL CROSS NATURAL OUTER ANTI SEMI ASOF POSITIONAL GLOBAL ANY ALL ARRAY LATERAL TABLESAMPLE PIVOT UNPIVOT FINAL SAMPLE PREWHERE WITH AS SELECT STRAIGHT_JOIN FORCE USE IGNORE'.split(
    ' ',
  ),
)
const PREFIXES = new Set(['ONLY', 'LATERAL', 'TABLE'])

/**
 * The tables that a text reads, by its words: what stands after FROM and JOIN and is no function, no sub-query and no
 * name of a WITH in whose reach it stands. The engine's own tree decides what may run; this finds where to write.
 */
export function tableReferences(sql: string, lexicon: Lexicon): readonly TableReference[] {
  return new Finder(scan(sql, lexicon)).all()
}

/** The names of functions that stand where a table could: `UNNEST` of `FROM UNNEST(x)`, in parts as written. */
export function tableCalls(sql: string, lexicon: Lexicon): readonly (readonly string[])[] {
  const finder = new Finder(scan(sql, lexicon))
  finder.all()
  return finder.calls
}

interface Frame {
  /** The bracket belongs to a function, where FROM is a word of its arguments. */
  readonly isCall: boolean
  hasSelect: boolean
  /** The next word names a table. */
  expects: boolean
  inFrom: boolean
  /** After ARRAY JOIN stand expressions, up to the next JOIN. */
  inArrays?: boolean
}

class Finder {
  private readonly words: readonly Word[]
  private readonly found: TableReference[] = []
  readonly calls: (readonly string[])[] = []
  private readonly frames: Frame[] = [{ isCall: false, hasSelect: false, expects: false, inFrom: false }]
  private readonly ctes: readonly CteName[]

  constructor(words: readonly Word[]) {
    this.words = words
    this.ctes = cteNames(words)
  }

  all(): readonly TableReference[] {
    for (let i = 0; i < this.words.length; ) i = this.step(i)
    return this.found
  }

  private frame(): Frame {
    return this.frames.at(-1) ?? { isCall: false, hasSelect: false, expects: false, inFrom: false }
  }

  /** Looks at one word and says where to go on. */
  private step(i: number): number {
    const word = this.words[i] as Word
    const frame = this.frame()
    if (word.text === '(') return this.open(i, frame)
    if (word.text === ')') {
      if (this.frames.length > 1) this.frames.pop()
      return i + 1
    }
    if (frame.expects && isName(word) && !PREFIXES.has(word.word)) return this.table(i, frame)
    this.keyword(word, i, frame)
    return i + 1
  }

  private open(i: number, frame: Frame): number {
    const isTable = frame.expects
    frame.expects = false
    const before = this.words[i - 1]
    const next = this.words[i + 1]
    const isQuery = ['SELECT', 'WITH', 'VALUES', 'FROM'].includes(next?.word ?? '')
    const isCall = !isTable && !isQuery && before !== undefined && isName(before) && !NO_ALIAS.has(before.word)
    this.frames.push({ isCall, hasSelect: false, expects: isTable && !isQuery, inFrom: isTable && !isQuery })
    return i + 1
  }

  private keyword({ word, text }: Word, i: number, frame: Frame): void {
    if (word === 'SELECT') frame.hasSelect = true
    else if (word === 'FROM' && this.isClause(i, frame)) {
      frame.inFrom = true
      frame.expects = true
    } else if (word === 'JOIN' || word === 'STRAIGHT_JOIN') {
      frame.inArrays = this.words[i - 1]?.word === 'ARRAY'
      frame.expects = frame.inFrom && !frame.inArrays
    } else if (text === ',' && frame.inFrom) frame.expects = !frame.inArrays
    else if (ENDS.has(word) || text === ';') {
      frame.inFrom = false
      frame.expects = false
    }
  }

  private isClause(i: number, frame: Frame): boolean {
    const before = this.words[i - 1]?.word
    const isDistinctFrom = before === 'DISTINCT' && ['IS', 'NOT'].includes(this.words[i - 2]?.word ?? '')
    return !isDistinctFrom && (!frame.isCall || frame.hasSelect)
  }

  private table(i: number, frame: Frame): number {
    frame.expects = false
    let at = i
    const parts = [nameOf(this.words[at] as Word)]
    while (this.words[at + 1]?.text === '.' && isName(this.words[at + 2])) {
      at += 2
      parts.push(nameOf(this.words[at] as Word))
    }
    const after = this.words[at + 1]
    if (after?.text === '(') {
      this.calls.push(parts)
      return at + 1
    }
    const from = (this.words[i] as Word).from
    if (!this.isCte(parts, from)) {
      this.found.push({ parts, from, to: (this.words[at] as Word).to, alias: this.aliasAt(at + 1) })
    }
    return at + 1
  }

  private isCte(parts: readonly string[], at: number): boolean {
    const name = parts.length === 1 ? parts[0]?.toLowerCase() : undefined
    return this.ctes.some((cte) => cte.name === name && cte.from <= at && at < cte.to)
  }

  private aliasAt(i: number): string | null {
    const word = this.words[i]
    const next = this.words[i + 1]
    if (word?.word === 'AS') return next && isName(next) ? nameOf(next) : null
    const isAlias = word && isName(word) && !NO_ALIAS.has(word.word) && !ENDS.has(word.word)
    return isAlias ? nameOf(word) : null
  }
}

const isName = (word: Word | undefined): word is Word =>
  word !== undefined && (word.kind === 'word' || word.kind === 'name')

/** A name without its quotes. */
function nameOf({ kind, text }: Word): string {
  if (kind !== 'name') return text
  const quote = text.at(-1) ?? ''
  return text.slice(1, -1).replaceAll(quote + quote, quote)
}

interface CteName {
  readonly name: string
  /** From where on the name is known: after its body, or in it when it is recursive. */
  readonly from: number
  /** Where the bracket around its WITH closes, or the statement ends. */
  readonly to: number
}

function cteNames(words: readonly Word[]): readonly CteName[] {
  return words.flatMap((word, i) => {
    if (word.word !== 'AS') return []
    const body = bodyAfter(words, i)
    const head = body === null ? null : nameBefore(words, i)
    if (body === null || !head) return []
    const from = isRecursive(words, i) ? word.from : closeOf(words, body)
    return [{ name: nameOf(head).toLowerCase(), from, to: endAround(words, i) }]
  })
}

/** Whether the WITH of the list that AS at `i` belongs to is a WITH RECURSIVE. */
function isRecursive(words: readonly Word[], i: number): boolean {
  const depth = words[i]?.depth
  const start = words.findLastIndex((word, at) => at < i && word.word === 'WITH' && word.depth === depth)
  return words[start + 1]?.word === 'RECURSIVE'
}

function endAround(words: readonly Word[], i: number): number {
  const depth = words[i]?.depth ?? 0
  const end = words.find(
    ({ text, depth: at }, index) =>
      index > i && (depth === 0 ? text === ';' && at === 0 : (text === ')' || text === ']') && at === depth - 1),
  )
  return end?.from ?? Number.MAX_SAFE_INTEGER
}

const QUERY_WORDS = new Set(['SELECT', 'WITH', 'VALUES', 'FROM', 'INSERT', 'UPDATE', 'DELETE'])

/** Where the bracket of `AS [NOT] [MATERIALIZED] (query)` opens; null when AS means something else. */
function bodyAfter(words: readonly Word[], i: number): number | null {
  let at = i + 1
  while (words[at]?.word === 'NOT' || words[at]?.word === 'MATERIALIZED') at += 1
  let first = at
  while (words[first]?.text === '(') first += 1
  return first > at && QUERY_WORDS.has(words[first]?.word ?? '') ? at : null
}

function closeOf(words: readonly Word[], open: number): number {
  const depth = words[open]?.depth
  const close = words.find((word, at) => at > open && word.text === ')' && word.depth === depth)
  return close?.to ?? Number.MAX_SAFE_INTEGER
}

/** The name before `AS (`, which may have a list of columns between. */
function nameBefore(words: readonly Word[], i: number): Word | null {
  const before = words[i - 1]
  const place =
    before?.text === ')'
      ? words.findLastIndex((w, at) => at < i && w.text === '(' && w.depth === before.depth) - 1
      : i - 1
  const name = words[place]
  const lead = words[place - 1]
  const isHead = lead?.word === 'WITH' || lead?.word === 'RECURSIVE' || lead?.text === ','
  return isName(name) && isHead ? name : null
}
