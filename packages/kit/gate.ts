import type { SqlVerdict } from '../../src/engines/driver.ts'
import type { Lexicon } from '../../src/query/dialect.ts'
import { kindOf } from '../../src/query/sql/classify.ts'
import { scan, type Word } from '../../src/query/sql/scan.ts'
import { type TableReference, tableCalls, tableReferences } from '../../src/query/sql/tables.ts'
import { type Token, tokenize } from '../../src/query/sql/tokenize.ts'

export type Kind = SqlVerdict['statements'][number]['kind']
export type TableName = SqlVerdict['tables'][number]

/** What of an engine's SQL may pass by its words. What is not named here is refused. */
export interface GateRules {
  readonly lexicon: Lexicon
  /** Verbs that change something, with what they may make or drop; null where the verb says enough. */
  readonly writes: Readonly<Record<string, ReadonlySet<string> | null>>
  /** Functions that may stand where a table could, in capitals. */
  readonly tableFunctions: ReadonlySet<string>
  /** Names before a dot with which a function is the engine's own, in capitals. */
  readonly functionPrefixes: ReadonlySet<string>
  /** Functions that reach outside, or run a text, in capitals; wherever they stand. */
  readonly refusedFunctions: ReadonlySet<string>
  /** The same, by how their names begin. */
  readonly refusedPrefix?: string
  /** Words that stand nowhere outside of quotes and brackets of names, with why. */
  readonly refusedWords?: Readonly<Record<string, string>>
  /** Places at which the engine's reader and ours could part ways. */
  readonly ambiguous: readonly Ambiguity[]
  /** What an engine sees besides, in words for the user. */
  readonly further?: (words: readonly Word[], sql: string) => readonly string[]
  /** Kinds beside `select`, `dml` and `ddl` that the package knows to judge. */
  readonly kinds?: ReadonlySet<Kind>
}

interface Ambiguity {
  readonly kinds: string
  readonly pattern: RegExp
  readonly refusal: string
}

/** What the words of one statement say. */
export interface WordVerdict {
  readonly kind: Kind
  readonly verb: string
  readonly refusals: readonly string[]
  readonly references: readonly TableReference[]
  /** Every name in the text, in lower case, those in one pair of quotes with dots in parts. */
  readonly names: ReadonlySet<string>
  /** Names before a bracket with nothing before them, in lower case: those of functions, and some more. */
  readonly called: ReadonlySet<string>
}

/** Judges one statement by its words. */
export function judgeWords(sql: string, rules: GateRules): WordVerdict {
  const words = scan(sql, rules.lexicon)
  const verb = words.find(({ text }) => text !== '(')?.word ?? ''
  const kind = kindOf(words)
  const references = tableReferences(sql, rules.lexicon)
  return {
    kind,
    verb,
    references,
    refusals: [
      ...new Set([
        ...verbRefusals(kind, verb, words, rules),
        ...ambiguities(sql, rules),
        ...callRefusals(sql, words, kind, rules),
        ...wordRefusals(words, rules),
        ...references.flatMap((reference) => chainRefusal(sql, reference)),
        ...(rules.further?.(words, sql) ?? []),
      ]),
    ],
    names: new Set(words.filter(isName).flatMap((word) => nameOf(word).toLowerCase().split('.'))),
    called: new Set(words.flatMap((word, i) => (isCalled(words, i) ? [nameOf(word).toLowerCase()] : []))),
  }
}

const isCalled = (words: readonly Word[], i: number) =>
  isName(words[i]) && words[i + 1]?.text === '(' && words[i - 1]?.text !== '.'

export const isName = (word: Word | undefined): word is Word => word?.kind === 'word' || word?.kind === 'name'

/** A name without its quotes. */
export function nameOf({ kind, text }: Word): string {
  if (kind !== 'name') return text
  const quote = text.at(-1) ?? ''
  return text.slice(1, -1).replaceAll(quote + quote, quote)
}

/** Tables as the words name them, catalog, schema and name. */
export const tableOf = (parts: readonly string[]): TableName => {
  const [name = '', schema = null, catalog = null] = parts.toReversed()
  return { catalog, schema, name }
}

function verbRefusals(kind: Kind, verb: string, words: readonly Word[], rules: GateRules): readonly string[] {
  if (kind === 'select' || rules.kinds?.has(kind)) return []
  const objects = rules.writes[verb === 'WITH' ? '' : verb]
  if (objects === null) return []
  const said = verb === '' ? 'This statement' : verb
  if (objects === undefined) return [`${said} is not allowed.`]
  const object = objectOf(words)
  return objects.has(object) ? [] : [`${verb} ${object} is not allowed.`]
}

const BETWEEN = new Set(
  'OR REPLACE TEMP TEMPORARY TRANSIENT EXTERNAL IF NOT EXISTS MATERIALIZED RECURSIVE ALTER'.split(' '),
)
const objectOf = (words: readonly Word[]) =>
  words.slice(1).find(({ word }) => word === 'EXTERNAL' || word === 'TRANSIENT' || !BETWEEN.has(word))?.word ?? ''

const COMMON: readonly Ambiguity[] = [
  { kinds: 'comment', pattern: /^(--|#).*\r./s, refusal: 'A comment may not hold a carriage return.' },
  { kinds: 'template', pattern: /^/, refusal: 'Double curly brackets may stand only in quotes.' },
  {
    kinds: 'symbol space',
    pattern: /[^\x20-\x7e\t\n\r]/,
    refusal: 'Characters outside ASCII may stand only in quotes.',
  },
]

function ambiguities(sql: string, { lexicon, ambiguous }: GateRules): readonly string[] {
  const tokens = tokenize(sql, lexicon)
  const found = tokens.flatMap((token) => {
    if (token.isOpen && token.kind !== 'comment') return []
    // Of a word the letter behind it counts as well.
    const text = sql.slice(token.from, token.kind === 'word' ? token.to + 1 : token.to)
    return [...COMMON, ...ambiguous].filter(({ kinds, pattern }) => kinds.includes(token.kind) && pattern.test(text))
  })
  const open = tokens.some(({ kind, isOpen }) => isOpen && kind === 'comment')
  return [
    ...found.map(({ refusal }) => refusal),
    ...(open ? ['A comment has no end.'] : []),
    ...(sql.includes('\0') ? ['A statement may not hold a zero character.'] : []),
    ...(isGlued(sql, tokens) ? ['Two texts may not stand side by side.'] : []),
  ]
}

/** `'a''b'` where quotes are not doubled is two texts, which our reader takes for one. */
const isGlued = (sql: string, tokens: readonly Token[]) =>
  tokens.some(({ kind, from, to }, i) => {
    const next = tokens[i + 1]
    return kind === 'text' && next?.kind === 'text' && sql.slice(from, to) !== '' && next.from === to
  })

function callRefusals(sql: string, words: readonly Word[], kind: Kind, rules: GateRules): readonly string[] {
  const inPlaceOfTables = tableCalls(sql, rules.lexicon).flatMap((parts) => {
    const isKnown = parts.length === 1 && rules.tableFunctions.has((parts[0] ?? '').toUpperCase())
    return isKnown ? [] : [`The table function ${parts.join('.')} is not allowed.`]
  })
  const others = words.flatMap((word, i) =>
    isName(word) && words[i + 1]?.text === '(' ? callRefusal(words, i, kind, rules) : [],
  )
  return [...inPlaceOfTables, ...others]
}

function callRefusal(words: readonly Word[], i: number, kind: Kind, rules: GateRules): readonly string[] {
  const name = nameOf(words[i] as Word)
  if (isRefused(name.toUpperCase(), rules)) return [`The function ${name} is not allowed.`]
  // What changes something names its columns in brackets.
  if (kind === 'dml' || kind === 'ddl') return []
  const refused = [`The function ${name} is not allowed with a name before it.`]
  if (name.includes('.')) return refused
  const before = words[i - 2]
  if (words[i - 1]?.text !== '.' || !before) return []
  const isOwn = isName(before) && words[i - 3]?.text !== '.' && rules.functionPrefixes.has(nameOf(before).toUpperCase())
  return isOwn ? [] : refused
}

const isRefused = (name: string, { refusedFunctions, refusedPrefix }: GateRules) =>
  refusedFunctions.has(name) || (refusedPrefix !== undefined && name.startsWith(refusedPrefix))

const wordRefusals = (words: readonly Word[], { refusedWords = {} }: GateRules): readonly string[] =>
  words.flatMap(({ word }, i) =>
    word !== '' && Object.hasOwn(refusedWords, word) && words[i - 1]?.text !== '.' ? [refusedWords[word] ?? ''] : [],
  )

/** A name that goes on where our reader stopped. */
function chainRefusal(sql: string, { parts, to }: TableReference): readonly string[] {
  return /^\s*\.|^[-:@$*]/.test(sql.slice(to)) ? [`Put the name that begins with ${parts.join('.')} in quotes.`] : []
}

/** One entry for each table, however often it is named. */
export const uniqueTables = (tables: readonly TableName[]): readonly TableName[] => [
  ...new Map(tables.map((table) => [JSON.stringify([table.catalog, table.schema, table.name]), table])).values(),
]

/**
 * Tables of the engine's plan that the words did not find although the text names them somewhere. A table that the text
 * does not name at all lies behind a view, and is the view's matter.
 */
export function unnamed(
  read: readonly TableName[],
  found: readonly TableName[],
  names: ReadonlySet<string>,
  schema: string | null,
): readonly TableName[] {
  const same = (a: string | null, b: string | null) => a === null || b === null || a.toLowerCase() === b.toLowerCase()
  const isFound = (table: TableName) =>
    found.some((own) => same(own.name, table.name) && same(own.schema ?? schema, table.schema))
  return read.filter((table) => names.has(table.name.toLowerCase()) && !isFound(table))
}
