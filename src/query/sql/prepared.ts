import { Problem } from '../../wire/problem.ts'
import type { Dialect } from '../dialect.ts'
import { scan, type Word } from './scan.ts'

/** A statement of a script, and where it lies in the whole text. */
interface Ranged {
  readonly sql: string
  readonly from: number
  readonly to: number
}

/** What a statement of a script means once the names that were prepared before it are filled in. */
export interface WrittenOut extends Ranged {
  /** The text that is to be judged, and run; null where there is none yet: its parameters have no values, or it only forgets a name. */
  readonly meant: Ranged | null
  /** It only gives a name to a text, or takes it back; nothing of it runs. */
  readonly isNaming: boolean
}

interface Prepared extends Ranged {
  readonly parameters: readonly Word[]
}

/**
 * The statements of a script, with `EXECUTE name` as the text that `PREPARE name FROM` gave it: what runs is judged as if
 * it had been written there. `EXECUTE IMMEDIATE 'text'` is its text. Values after USING stand where the parameters are.
 * Every other statement is itself. Throws a Problem 400 for a name that nothing before it prepared, and for values that
 * are not as many as the parameters.
 */
export function writtenOut(statements: readonly Ranged[], dialect: Dialect): readonly WrittenOut[] {
  if (!dialect.preparesFrom) return statements.map(asWritten)
  const known = new Map<string, Prepared>()
  return statements.map((statement) => {
    const words = scan(statement.sql, dialect.lexicon)
    switch (words[0]?.word) {
      case 'PREPARE':
        return prepare(statement, words, known, dialect)
      case 'DEALLOCATE':
        return forget(statement, words, known)
      case 'EXECUTE':
        return execute(statement, words, known, dialect)
      default:
        return asWritten(statement)
    }
  })
}

/** A statement that means what it says. */
export const asWritten = ({ sql, from, to }: Ranged): WrittenOut => ({
  ...{ sql, from, to, meant: { sql, from, to }, isNaming: false },
})

function prepare(
  statement: Ranged,
  words: readonly Word[],
  known: Map<string, Prepared>,
  { lexicon }: Dialect,
): WrittenOut {
  const name = nameOf(words[1])
  const [, , from, first] = words
  if (name === null || from?.word !== 'FROM' || !first) return asWritten(statement)
  const at = statement.from + first.from
  const inner = { sql: statement.sql.slice(first.from), from: at, to: statement.to }
  const parameters = scan(inner.sql, lexicon).filter(isParameter)
  known.set(name, { ...inner, parameters })
  return { ...asWritten(statement), meant: parameters.length === 0 ? inner : null, isNaming: true }
}

function forget(statement: Ranged, words: readonly Word[], known: Map<string, Prepared>): WrittenOut {
  const name = nameOf(words[2])
  if (words[1]?.word !== 'PREPARE' || name === null || words.length > 3) return asWritten(statement)
  if (!known.delete(name)) throw unknown(words[2])
  return { ...asWritten(statement), meant: null, isNaming: true }
}

function execute(
  statement: Ranged,
  words: readonly Word[],
  known: ReadonlyMap<string, Prepared>,
  dialect: Dialect,
): WrittenOut {
  const isImmediate = words[1]?.word === 'IMMEDIATE' && words[2]?.kind === 'text'
  const [using, ...given] = words.slice(isImmediate ? 3 : 2)
  if (using && using.word !== 'USING') return asWritten(statement)
  const prepared = isImmediate ? immediate(statement, words[2], dialect) : found(words[1], known)
  const values = valuesOf(statement.sql, given)
  if (values.length !== prepared.parameters.length)
    throw unfit(`The statement has ${prepared.parameters.length} parameters, and ${values.length} values were given.`)
  // Where the text stands as it is, places in it are places in the script.
  const { from, to } = values.length === 0 ? prepared : statement
  return { ...asWritten(statement), meant: { sql: filledIn(prepared, values), from, to } }
}

function found(word: Word | undefined, known: ReadonlyMap<string, Prepared>): Prepared {
  const prepared = known.get(nameOf(word) ?? '')
  if (!prepared) throw unknown(word)
  return prepared
}

function immediate({ from, to }: Ranged, word: Word | undefined, { lexicon }: Dialect): Prepared {
  const sql = (word?.text ?? '').slice(1, -1).replaceAll("''", "'")
  return { sql, from, to, parameters: scan(sql, lexicon).filter(isParameter) }
}

const isParameter = ({ kind, text }: Word) => kind === 'symbol' && text === '?'

/** What stands between the commas. */
function valuesOf(sql: string, words: readonly Word[]): readonly string[] {
  const commas = words.flatMap(({ text, depth }, i) => (text === ',' && depth === 0 ? [i] : []))
  const starts = words.length === 0 ? [] : [0, ...commas.map((at) => at + 1)]
  return starts.map((start, i) => {
    const own = words.slice(start, commas[i] ?? words.length)
    const [first] = own
    const last = own.at(-1)
    if (!first || !last || own.some(({ depth }) => depth < 0)) throw unfit('A value is missing behind USING.')
    const text = sql.slice(first.from, last.to)
    return own.length === 1 ? text : `(${text})`
  })
}

/** A value never joins the word beside it. */
function filledIn({ sql, parameters }: Prepared, values: readonly string[]): string {
  const parts = parameters.map(({ from }, i) => `${sql.slice(parameters[i - 1]?.to ?? 0, from)} ${values[i]} `)
  return parts.join('') + sql.slice(parameters.at(-1)?.to ?? 0)
}

function nameOf(word: Word | undefined): string | null {
  if (word?.kind === 'word') return word.text.toLowerCase()
  return word?.kind === 'name' ? word.text.slice(1, -1).replaceAll('""', '"') : null
}

const unknown = (word: Word | undefined) =>
  unfit(`Nothing is prepared under the name ${word?.text ?? ''} before this statement of the script.`)

const unfit = (message: string) => new Problem(400, message, { type: 'INVALID_SQL_ERROR' })
