import { kindOf } from '../../query/sql/classify.ts'
import { scan, type Word } from '../../query/sql/scan.ts'
import { type Token, tokenize } from '../../query/sql/tokenize.ts'
import { plainStep } from '../../query/sql/transaction.ts'
import type { SqlVerdict } from '../driver.ts'
import { mysqlDialect } from './dialect.ts'
import { BEFORE_BRACKET, FUNCTIONS } from './functions.ts'
import { settingRefusal, withoutVariables } from './settings.ts'
import { sourcesOf } from './sources.ts'

type Kind = SqlVerdict['statements'][number]['kind']

/** What the words of one statement say. Nothing but words is asked: the server tells no tables. */
export interface WordVerdict {
  readonly kind: Kind
  readonly isReadOnly: boolean
  readonly tables: SqlVerdict['tables']
  readonly refusals: readonly string[]
  /** The first word is one that begins a statement, so that the server will not call it a mistake. */
  readonly isKnownVerb: boolean
  /** Names of functions, in lower case. */
  readonly called: readonly string[]
}

const { lexicon } = mysqlDialect

const READING = new Set<Kind>(['select', 'explain', 'show', 'set'])
const ALLOWED_VERBS = new Set(
  'select with values table from explain describe desc show insert update delete replace create alter drop truncate rename set'.split(
    ' ',
  ),
)
const REFUSED_VERBS = new Set(
  (
    'analyze backup begin binlog cache call change check checksum clone commit deallocate declare delimiter do end execute ' +
    'flush get grant handler help import install kill load lock open optimize prepare purge release repair reset ' +
    'resignal restart revoke rollback savepoint shutdown signal start stop uninstall unlock use xa'
  ).split(' '),
)
const CHANGED_OBJECTS = new Set('TABLE VIEW INDEX UNIQUE FULLTEXT DATABASE SCHEMA'.split(' '))
/** What may be shown; the word after FULL, where that is said. */
const SHOWN = new Set('TABLES DATABASES SCHEMAS COLUMNS FIELDS INDEX INDEXES KEYS WARNINGS'.split(' '))
/** Options of tables that lead to files, other servers or other tables. */
const DDL_REFUSED = new Set(
  'CONNECTION DIRECTORY TABLESPACE DEFINER SECURITY PROCEDURE FUNCTION TRIGGER EVENT'.split(' '),
)

/** Judges one statement by its words. What could be read in two ways is refused. */
export function judgeWords(sql: string, foldsNames: boolean): WordVerdict {
  const written = scan(sql, lexicon)
  const { words, signs } = withoutVariables(written)
  const kind = kindOfStatement(words)
  const verb = (words.find(({ text }) => text !== '(')?.text ?? '').toLowerCase()
  const { tables, refusals } = sourcesOf(words, foldsNames)
  const calls = callsIn(words, kind)
  const unknown = calls.flatMap(({ name, isKnown }) => (isKnown ? [] : [`The function ${name} is not allowed.`]))
  return {
    kind,
    isReadOnly: READING.has(kind),
    isKnownVerb: ALLOWED_VERBS.has(verb) || REFUSED_VERBS.has(verb),
    tables,
    refusals: [
      ...new Set([...ambiguities(sql, written, signs), ...verbRefusals(kind, verb, words), ...unknown, ...refusals]),
    ],
    called: [...new Set(calls.map(({ name }) => name))],
  }
}

/** A query that locks rows changes something. */
function kindOfStatement(words: readonly Word[]): Kind {
  if (words[0]?.word === 'SET') return 'set'
  if (isTransaction(words)) return 'transaction'
  const kind = kindOf(words)
  const locks = words.some(
    ({ word }, i) =>
      (word === 'FOR' && /^(UPDATE|SHARE)$/.test(words[i + 1]?.word ?? '')) ||
      (word === 'LOCK' && words[i + 1]?.word === 'IN'),
  )
  return kind === 'select' && locks ? 'dml' : kind
}

/** `END` and `ABORT` are no such words here, and a level of isolation is set before. */
function isTransaction(words: readonly Word[]): boolean {
  return plainStep(words) !== null && /^(BEGIN|START|COMMIT|ROLLBACK)$/.test(words[0]?.word ?? '')
}

function verbRefusals(kind: Kind, verb: string, words: readonly Word[]): string[] {
  const has = (...wanted: string[]) => words.some((_, i) => wanted.every((word, k) => words[i + k]?.word === word))
  const found: string[] = []
  if (kind === 'transaction') return []
  if (!ALLOWED_VERBS.has(verb)) return [`${verb.toUpperCase()} is not allowed.`]
  if (has('OUTFILE') || has('DUMPFILE')) found.push('Writing to a file is not allowed.')
  if (has('PROCEDURE')) found.push('PROCEDURE is not allowed.')
  if (has('VALUE', 'FOR')) found.push('Sequences are not allowed.')
  if (verb !== 'insert' && verb !== 'replace' && has('INTO')) found.push('INTO is not allowed.')
  found.push(...settingRefusals(kind, words))
  if (kind === 'show') found.push(...showRefusals(verb, words))
  if (has('ANALYZE') || has('FOR', 'CONNECTION')) found.push('EXPLAIN ANALYZE is not allowed.')
  if (kind === 'ddl') found.push(...objectRefusals(verb, words))
  return found
}

function settingRefusals(kind: Kind, words: readonly Word[]): string[] {
  const refusal = kind === 'set' ? settingRefusal(words) : null
  return refusal === null ? [] : [refusal]
}

function showRefusals(verb: string, words: readonly Word[]): string[] {
  if (verb !== 'show') return []
  const at = words[1]?.word === 'FULL' ? 2 : 1
  const what = words[at]?.word ?? ''
  const isCreate = at === 1 && what === 'CREATE' && /^(TABLE|VIEW)$/.test(words[2]?.word ?? '')
  if (words.some(({ word }) => word === 'IN')) return ['Write FROM instead of IN.']
  // A word too many, such as a condition, could hold a query.
  const isPlain = words.every(({ text }) => text !== '(')
  return (SHOWN.has(what) || isCreate) && isPlain ? [] : [`SHOW ${what} is not allowed.`.replace('  ', ' ')]
}

/** Tables and the like may be made where changes are allowed at all; accounts, programs and ways to files never. */
function objectRefusals(verb: string, words: readonly Word[]): string[] {
  const option = words.find(({ word }) => DDL_REFUSED.has(word))
  if (option) return [`${option.word} is not allowed.`]
  const engine = words.findIndex(({ word }) => word === 'ENGINE')
  const name = words[engine + 1]?.text === '=' ? words[engine + 2]?.word : words[engine + 1]?.word
  if (engine >= 0 && name !== 'INNODB') return ['Tables are made with ENGINE=InnoDB only.']
  if (words.some(({ word }, i) => word === 'UNION' && words[i + 1]?.text === '=')) return ['UNION= is not allowed.']
  if (verb === 'truncate') return []
  const object = objectOf(words)
  const isKnown = CHANGED_OBJECTS.has(object) && (verb !== 'rename' || object === 'TABLE')
  return isKnown ? [] : [`${verb.toUpperCase()} ${object} is not allowed.`]
}

/** What is made or changed: the word after the verb. Of what lives as long as the session only tables are known. */
function objectOf(words: readonly Word[]): string {
  const at = words[1]?.word === 'OR' && words[2]?.word === 'REPLACE' ? 3 : 1
  const isTemporary = words[at]?.word === 'TEMPORARY' && words[at + 1]?.word === 'TABLE'
  return words[isTemporary ? at + 1 : at]?.word ?? ''
}

interface Call {
  readonly name: string
  readonly isKnown: boolean
}

/** Names before a bracket that call a function. In the definition of a table only those of a query count. */
function callsIn(words: readonly Word[], kind: Kind): Call[] {
  const query = kind === 'ddl' ? words.findIndex(({ word }) => word === 'SELECT' || word === 'WITH') : 0
  if (query < 0) return []
  return words.flatMap((word, i) => {
    if (i < query || words[i + 1]?.text !== '(' || !(word.kind === 'word' || word.kind === 'name')) return []
    if (isNameOfColumns(words, i)) return []
    const isQualified = words[i - 1]?.text === '.'
    const name = (word.kind === 'name' ? word.text.slice(1, -1).replaceAll('``', '`') : word.text).toLowerCase()
    if (!isQualified && isSyntax(words, i)) return []
    return [{ name, isKnown: !isQualified && FUNCTIONS.has(name) }]
  })
}

/** A keyword before a bracket. OVER and LATERAL are names on some servers, but not where they stand here. */
function isSyntax(words: readonly Word[], i: number): boolean {
  const word = words[i]?.word ?? ''
  if (word === 'OVER') return words[i - 1]?.text === ')'
  if (word === 'LATERAL') return /^(SELECT|WITH)$/.test(words[i + 2]?.word ?? '')
  return word !== '' && BEFORE_BRACKET.has(word.toLowerCase()) && !FUNCTIONS.has(word.toLowerCase())
}

/** `INSERT INTO a.b (columns)`, `WITH a (columns) AS (`, `AS a (columns)`: no call. */
function isNameOfColumns(words: readonly Word[], i: number): boolean {
  const isQualified = words[i - 1]?.text === '.'
  const before = words[isQualified ? i - 3 : i - 1]?.word ?? ''
  if (/^(INSERT|REPLACE|INTO)$/.test(before) && /^(INSERT|REPLACE)$/.test(words[0]?.word ?? '')) return true
  if (isQualified) return false
  if (before === 'AS') return true
  const depth = words[i + 1]?.depth
  const close = words.findIndex((word, at) => at > i && word.text === ')' && word.depth === depth)
  return close >= 0 && words[close + 1]?.word === 'AS' && words[close + 2]?.text === '('
}

/** Places at which the server's reader and this one could part ways, so that text would pass as code or code as text. */
function ambiguities(sql: string, words: readonly Word[], signs: ReadonlySet<number>): string[] {
  const found = sql.includes('\0') ? ['A statement may not hold a zero character.'] : []
  for (const token of tokenize(sql, lexicon)) {
    if (signs.has(token.from)) continue
    const refusal = tokenRefusal(token, sql.slice(token.from, token.to))
    if (refusal !== null) found.push(refusal)
  }
  return [...found, ...words.flatMap((word, i) => numberRefusal(words[i - 1], word) ?? [])]
}

function tokenRefusal({ kind, isOpen }: Token, text: string): string | null {
  if (isOpen) return null
  switch (kind) {
    case 'comment':
      return commentRefusal(text)
    case 'template':
      return 'Double curly brackets may stand only in quotes.'
    case 'symbol':
      if (text === '@') return 'Variables other than those of the session, such as @since, are not allowed.'
      if (text === '?' || text === ':' || text === '\\' || text === '$')
        return `The character ${text} may stand only in quotes.`
      return oddCharacter(text)
    case 'space':
    case 'word':
      return oddCharacter(text)
    default:
      return null
  }
}

function commentRefusal(text: string): string | null {
  // What looks like a comment is run, or changes how the statement runs.
  if (/^\/\*(!|M!|\+)/.test(text)) return 'Comments that the server reads as part of the statement are not allowed.'
  // Without a space the server reads two minus signs.
  return /^--[^ \t\r]/.test(text) ? 'A comment begins with two minus signs and a space.' : null
}

/** Outside of quotes letters beyond ASCII are left to names, and no other space than the usual ones is known. */
function oddCharacter(text: string): string | null {
  const odd = [...text].find((character) => !/[\x20-\x7e\t\n\r]/.test(character))
  if (odd === undefined) return null
  const code = (odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return /^[\p{L}\p{N}]$/u.test(odd) && code.length <= 4 ? null : `The character U+${code} may stand only in quotes.`
}

/** `1a` and `a.1b` are names to the server. */
function numberRefusal(before: Word | undefined, word: Word): string[] | null {
  if (!before) return null
  const touches = before.to === word.from
  const isHex = before.text === '0' && /^(x[0-9a-f]+|b[01]+)$/i.test(word.text)
  if (before.kind === 'number' && touches && (word.kind === 'word' || word.kind === 'name') && !isHex)
    return ['A name that begins with a digit needs quotes.']
  const isAfterName = before.kind === 'word' || before.kind === 'name'
  if (word.kind === 'number' && touches && isAfterName) return ['A name that begins with a digit needs quotes.']
  return word.kind === 'number' && word.text.includes('_') ? ['A name that begins with a digit needs quotes.'] : null
}
