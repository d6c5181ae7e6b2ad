import type { Word } from '../../query/sql/scan.ts'
import type { SqlVerdict } from '../driver.ts'

/** The tables that the words of a statement name, and what stands where a table should and cannot be read. */
export interface Sources {
  readonly tables: SqlVerdict['tables']
  readonly refusals: readonly string[]
}

interface Frame {
  /** A bracket of a function in whose arguments FROM is a mere word. */
  readonly isTextCall: boolean
  hasSelect: boolean
  /** The next word names a table. */
  expects: boolean
  /** A comma comes before another table. */
  inFrom: boolean
  /** Names of WITH that may be read here and further in. */
  readonly names: Set<string>
  /** The name of WITH whose text this is. */
  readonly explains: { readonly name: string; readonly isRecursive: boolean } | null
}

/** Reserved words on every server, after which no table can follow a comma. */
const ENDS = new Set(['WHERE', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'SET'])
const TEXT_CALLS = new Set(['EXTRACT', 'TRIM', 'SUBSTRING', 'SUBSTR', 'MID'])
/** Words before a table. */
const LEADS = new Set(['FROM', 'JOIN', 'STRAIGHT_JOIN', 'TABLE', 'UPDATE', 'INTO', 'USING', 'REFERENCES'])
/** The same, where the statement begins with this word. */
const LEADS_AFTER: Readonly<Record<string, readonly string[]>> = {
  INSERT: ['INSERT'],
  REPLACE: ['REPLACE'],
  TRUNCATE: ['TRUNCATE'],
  DESCRIBE: ['DESCRIBE'],
  DESC: ['DESC'],
  CREATE: ['LIKE', 'ON', 'VIEW'],
  DROP: ['ON', 'VIEW'],
  ALTER: ['VIEW'],
  RENAME: ['TO'],
  SHOW: ['VIEW'],
}
/** Reserved words that may stand between such a word and the table. */
const BETWEEN = /^(LOW_PRIORITY|HIGH_PRIORITY|DELAYED|IGNORE|INTO|IF|NOT|EXISTS|TABLE)$/
const NO_TABLE_AFTER_EXPLAIN = new Set(
  'EXTENDED PARTITIONS FORMAT SELECT INSERT UPDATE DELETE REPLACE WITH TABLE VALUES'.split(' '),
)

/**
 * Finds every table that a statement of this engine can read or change: whatever stands where its grammar has a table.
 * A word too many may be taken for a table, one too few never; what cannot be read is refused.
 */
export function sourcesOf(words: readonly Word[], foldsNames: boolean): Sources {
  return new Reader(words, foldsNames).read()
}

class Reader {
  readonly #words: readonly Word[]
  readonly #fold: (name: string) => string
  readonly #tables = new Map<string, SqlVerdict['tables'][number]>()
  readonly #refusals = new Set<string>()
  readonly #frames: Frame[] = [frame(false)]

  constructor(words: readonly Word[], foldsNames: boolean) {
    this.#words = words
    this.#fold = (name) => (foldsNames ? name.toLowerCase() : name)
  }

  read(): Sources {
    for (let i = 0; i < this.#words.length; ) i = this.#step(i)
    return { tables: [...this.#tables.values()], refusals: [...this.#refusals] }
  }

  #at(i: number): Word | undefined {
    return this.#words[i]
  }
  #top(): Frame {
    return this.#frames.at(-1) ?? frame(false)
  }

  /** Looks at one word and says where to go on. */
  #step(i: number): number {
    const word = this.#words[i] as Word
    const top = this.#top()
    if (word.text === '(') return this.#open(i, top)
    if (word.text === ')') return this.#close(i)
    const isPart = this.#at(i - 1)?.text === '.'
    if (top.expects && !isPart) return this.#table(i, top)
    if (word.word === 'WITH' && this.#beginsQuery(i)) return this.#with(i + 1, top)
    if (!isPart) this.#keyword(i, word, top)
    return i + 1
  }

  #open(i: number, top: Frame): number {
    const made = frame(!top.expects && TEXT_CALLS.has(this.#at(i - 1)?.word ?? ''))
    // Tables may stand in brackets; a query there takes this back by its first word.
    made.expects = top.expects
    made.inFrom = top.expects
    top.expects = false
    this.#frames.push(made)
    return i + 1
  }

  #close(i: number): number {
    const closed = this.#frames.length > 1 ? this.#frames.pop() : undefined
    if (!closed || closed.explains === null) return i + 1
    const top = this.#top()
    top.names.add(this.#fold(closed.explains.name))
    return this.#at(i + 1)?.text === ',' ? this.#names(i + 2, top, closed.explains.isRecursive) : i + 1
  }

  /** Reads `name [(columns)] AS (` of a WITH. A name counts after its text, and in it when it is recursive. */
  #with(i: number, top: Frame): number {
    const isRecursive = this.#at(i)?.word === 'RECURSIVE'
    return this.#names(isRecursive ? i + 1 : i, top, isRecursive)
  }
  #names(i: number, top: Frame, isRecursive: boolean): number {
    const word = this.#at(i)
    let at = i + 1
    if (this.#at(at)?.text === '(') {
      const depth = this.#at(at)?.depth
      while (at < this.#words.length && !(this.#at(at)?.text === ')' && this.#at(at)?.depth === depth)) at += 1
      at += 1
    }
    if (!word || !isName(word) || this.#at(at)?.word !== 'AS' || this.#at(at + 1)?.text !== '(') return i
    const name = nameOf(word)
    const made: Frame = { ...frame(false), explains: { name, isRecursive } }
    if (isRecursive) made.names.add(this.#fold(name))
    top.expects = false
    this.#frames.push(made)
    return at + 2
  }

  #keyword(i: number, { word, text }: Word, top: Frame): void {
    if (word === 'SELECT') {
      top.hasSelect = true
      top.inFrom = false
    } else if (this.#isEnd(i, word)) top.inFrom = false
    else if (this.#isLead(i, word, top)) {
      // What is written to is one table; commas after it stand between rows.
      top.inFrom = !/^(INTO|INSERT|REPLACE)$/.test(word)
      top.expects = true
    } else if (text === ',' && top.inFrom) top.expects = true
  }

  /** FOR ORDER BY is said of an index, and WINDOW is a name on some servers. */
  #isEnd(i: number, word: string): boolean {
    if (word === 'WINDOW') return this.#at(i + 2)?.word === 'AS' && this.#at(i + 3)?.text === '('
    if (!ENDS.has(word)) return false
    const before = this.#at(i - 1)?.word
    return before !== 'FOR' && before !== 'WITHIN'
  }

  #isLead(i: number, word: string, top: Frame): boolean {
    const first = this.#at(0)?.word ?? ''
    const next = this.#at(i + 1)
    if (i === 0 && word === 'EXPLAIN') return next !== undefined && !NO_TABLE_AFTER_EXPLAIN.has(next.word)
    if (LEADS_AFTER[first]?.includes(word)) return word !== first || i === 0
    return LEADS.has(word) && !this.#isOtherUse(i, word, top)
  }

  /** Words before a table that mean something else where they stand. */
  #isOtherUse(i: number, word: string, top: Frame): boolean {
    const before = this.#at(i - 1)?.word ?? ''
    switch (word) {
      case 'FROM':
        return top.isTextCall && !top.hasSelect
      case 'STRAIGHT_JOIN':
        // Also an option of SELECT.
        return !top.inFrom
      case 'JOIN':
        return before === 'FOR'
      case 'USING':
        // Columns of a join stand in brackets.
        return !top.inFrom || this.#at(i + 1)?.text === '('
      case 'UPDATE':
        return before === 'FOR' || before === 'KEY' || before === 'ON'
      default:
        return false
    }
  }

  /** Reads the name of a table, where one is expected. */
  #table(i: number, top: Frame): number {
    const word = this.#words[i] as Word
    if (word.word === 'SELECT' || word.word === 'VALUES' || word.word === 'WITH') {
      top.expects = false
      top.inFrom = false
      top.hasSelect ||= word.word === 'SELECT'
      return word.word === 'WITH' ? this.#with(i + 1, top) : i + 1
    }
    const skipped = this.#skipped(i, word)
    if (skipped !== null) return skipped
    top.expects = false
    const next = this.#at(i + 1)?.text
    if (word.word === 'DUAL' || (word.word === 'JSON_TABLE' && next === '(')) return i + 1
    if (isName(word)) return this.#named(i)
    this.#refusals.add(`A table cannot be named "${word.text}" without quotes.`)
    return i + 1
  }

  /** What may come before the name of a table. */
  #skipped(i: number, { word, text }: Word): number | null {
    const next = this.#at(i + 1)
    if (text === '{') return next && isName(next) ? i + 2 : i + 1
    if (text === '.' || BETWEEN.test(word)) return i + 1
    return word === 'LATERAL' && next?.text === '(' ? i + 1 : null
  }

  #named(i: number): number {
    let at = i
    const parts = [nameOf(this.#words[at] as Word)]
    for (let next = this.#at(at + 2); this.#at(at + 1)?.text === '.' && next && isName(next); next = this.#at(at + 2)) {
      parts.push(nameOf(next))
      at += 2
    }
    const [name = '', schema = null, extra] = parts.toReversed()
    const isWith = schema === null && this.#frames.some(({ names }) => names.has(this.#fold(name)))
    if (extra !== undefined) this.#refusals.add('A table is named by a database and a table at most.')
    if (!isWith) this.#tables.set(`${schema ?? ''}.${name}`, { catalog: null, schema, name })
    return at + 1
  }

  #beginsQuery(at: number): boolean {
    const before = this.#at(at - 1)
    return before === undefined || before.text === '(' || /^(EXPLAIN|EXTENDED|AS|JSON)$/.test(before.word)
  }
}

const frame = (isTextCall: boolean): Frame => ({
  isTextCall,
  hasSelect: false,
  expects: false,
  inFrom: false,
  names: new Set(),
  explains: null,
})

const isName = (word: Word): boolean => word.kind === 'word' || word.kind === 'name'

/** A name without its quotes, in the case it is written in. */
const nameOf = ({ kind, text }: Word): string => (kind === 'name' ? text.slice(1, -1).replaceAll('``', '`') : text)
