import { kindOf } from '../../query/sql/classify.ts'
import { scan, type Word } from '../../query/sql/scan.ts'
import { tableReferences } from '../../query/sql/tables.ts'
import { tokenize } from '../../query/sql/tokenize.ts'
import { transactionStep } from '../../query/sql/transaction.ts'
import type { SqlVerdict } from '../driver.ts'
import { trinoDialect } from './dialect.ts'
import { settingRefusal } from './settings.ts'

type Kind = SqlVerdict['statements'][number]['kind']
type TableName = SqlVerdict['tables'][number]

/** What the words of one statement say. */
export interface WordVerdict {
  readonly kind: Kind
  readonly refusals: readonly string[]
  readonly tables: readonly TableName[]
  /** Every name in the text, in lower case as the server keeps it. */
  readonly names: ReadonlySet<string>
  /** Where the query itself begins: behind EXPLAIN and its options. */
  readonly queryFrom: number
}

const { lexicon } = trinoDialect

const WRITES: Readonly<Record<string, ReadonlySet<string> | null>> = {
  INSERT: null,
  UPDATE: null,
  DELETE: null,
  MERGE: null,
  TRUNCATE: null,
  COMMENT: null,
  CREATE: new Set(['TABLE', 'VIEW', 'SCHEMA', 'MATERIALIZED', 'OR']),
  DROP: new Set(['TABLE', 'VIEW', 'SCHEMA', 'MATERIALIZED']),
  ALTER: new Set(['TABLE', 'VIEW', 'SCHEMA', 'MATERIALIZED']),
}
const SETTING_VERBS = new Set(['SET', 'RESET'])
/** `BEGIN`, `END` and `ABORT` are no such words here. */
const TRANSACTION_VERBS = new Set(['START', 'COMMIT', 'ROLLBACK'])
const SHOWN = new Set('TABLES SCHEMAS CATALOGS FUNCTIONS COLUMNS CREATE STATS'.split(' '))
const SHOWN_DEFINITIONS = new Set('TABLE VIEW MATERIALIZED'.split(' '))
/** Functions that give tables and read none but those in their arguments. */
const TABLE_FUNCTIONS = new Set(['sequence', 'exclude_columns'])

/** Judges one statement by its words. What is not known to be harmless is refused. */
export function judgeWords(sql: string): WordVerdict {
  const words = scan(sql, lexicon)
  const verb = words.find(({ text }) => text !== '(')?.word ?? ''
  const spoken = spokenKind(verb, words)
  const start = spoken === 'explain' ? queryStart(words) : 0
  const query = words.slice(start)
  const kind = spoken === 'explain' && kindOf(query) !== 'select' ? 'other' : spoken
  return {
    kind,
    refusals: [...verbRefusals(kind, verb, words), ...ambiguities(sql), ...sourceRefusals(words)],
    tables:
      kind === 'set' ? [] : kind === 'show' ? shownTables(verb, words) : [...referenced(sql), ...tableWords(words)],
    names: new Set(words.filter(isName).map((word) => nameOf(word).toLowerCase())),
    queryFrom: query[0]?.from ?? 0,
  }
}

function spokenKind(verb: string, words: readonly Word[]): Kind {
  if (SETTING_VERBS.has(verb)) return 'set'
  return TRANSACTION_VERBS.has(verb) && transactionStep(words) !== null ? 'transaction' : kindOf(words)
}

const isName = ({ kind }: Word) => kind === 'word' || kind === 'name'
const nameOf = ({ kind, text }: Word) => (kind === 'name' ? text.slice(1, -1).replaceAll('""', '"') : text)

/** Behind EXPLAIN, its options in brackets and VERBOSE. */
function queryStart(words: readonly Word[]): number {
  let at = 1
  if (words[at]?.text === '(' && !/^(SELECT|WITH|VALUES|TABLE)$/.test(words[at + 1]?.word ?? ''))
    at = words.findIndex(({ text, depth }, i) => i > 1 && text === ')' && depth === 0) + 1
  return words[at]?.word === 'VERBOSE' ? at + 1 : Math.max(1, at)
}

function verbRefusals(kind: Kind, verb: string, words: readonly Word[]): string[] {
  if (kind === 'explain' && words.some(({ word }) => word === 'ANALYZE')) return ['EXPLAIN ANALYZE is not allowed.']
  if (kind === 'explain' || kind === 'select' || kind === 'transaction') return []
  if (kind === 'set') return [settingRefusal(words) ?? []].flat()
  return kind === 'show' ? showRefusals(verb, words) : writeRefusals(verb, words)
}

function writeRefusals(verb: string, words: readonly Word[]): string[] {
  const objects = WRITES[verb]
  if (objects === null) return []
  if (objects === undefined) return [`${verb === '' ? 'This statement' : verb} is not allowed.`]
  const object = words[1]?.word ?? ''
  const isOther = object === 'OR' && !words.slice(2, 5).some(({ word }) => word === 'VIEW' || word === 'TABLE')
  return objects.has(object) && !isOther ? [] : [`${verb} ${object} is not allowed.`]
}

function showRefusals(verb: string, words: readonly Word[]): string[] {
  const what = words[1]?.word ?? ''
  if (verb !== 'SHOW') return /^(INPUT|OUTPUT)$/.test(what) && words[2] ? [`${verb} ${what} is not allowed.`] : []
  const isKnown = SHOWN.has(what) && (what !== 'CREATE' || SHOWN_DEFINITIONS.has(words[2]?.word ?? ''))
  if (!isKnown) return [`SHOW ${what} is not allowed.`]
  return what === 'STATS' && words[3]?.text === '(' ? ['SHOW STATS is possible for a table only.'] : []
}

/** The table that SHOW or DESCRIBE tells about: the last chain of names before other words. */
function shownTables(verb: string, words: readonly Word[]): TableName[] {
  if (verb !== 'SHOW') return chainAt(words, 1)
  const what = words[1]?.word
  if (what === 'CREATE') return chainAt(words, words[2]?.word === 'MATERIALIZED' ? 4 : 3)
  return what === 'COLUMNS' || what === 'STATS' ? chainAt(words, 3) : []
}

function chainAt(words: readonly Word[], at: number): TableName[] {
  const parts: string[] = []
  for (let i = at; ; i += 2) {
    const word = words[i]
    if (!word || !isName(word)) break
    parts.push(nameOf(word))
    if (words[i + 1]?.text !== '.') break
  }
  return parts.length === 0 ? [] : [tableOf(parts)]
}

const tableOf = (parts: readonly string[]): TableName => {
  const [name = '', schema = null, catalog = null] = parts.toReversed()
  return { catalog, schema, name }
}

const referenced = (sql: string) => tableReferences(sql, lexicon).map(({ parts }) => tableOf(parts))

/** `TABLE name` and `TABLE(name)` wherever they stand. */
function tableWords(words: readonly Word[]): TableName[] {
  return words.flatMap(({ word }, i) => {
    if (word !== 'TABLE') return []
    const at = words[i + 1]?.text === '(' ? i + 2 : i + 1
    return isCall(words, at) ? [] : chainAt(words, at)
  })
}

function isCall(words: readonly Word[], at: number): boolean {
  let i = at
  while (words[i + 1]?.text === '.') i += 2
  return words[i + 1]?.text === '('
}

function sourceRefusals(words: readonly Word[]): string[] {
  return words.flatMap((word, i) => {
    const next = words[i + 1]
    if (word.word === 'WITH' && (next?.word === 'FUNCTION' || next?.word === 'SESSION'))
      return [`WITH ${next.word} is not allowed.`]
    if (word.word === 'TABLE' && next?.text === '(' && isCall(words, i + 2)) return tableFunctionRefusal(words, i + 2)
    const isQualified = isName(word) && words[i - 1]?.text === '.' && next?.text === '('
    return isQualified ? [`The function ${nameOf(word)} is not allowed with a catalog before it.`] : []
  })
}

function tableFunctionRefusal(words: readonly Word[], at: number): string[] {
  const [table] = chainAt(words, at)
  const isKnown = table?.schema === null && TABLE_FUNCTIONS.has(table.name.toLowerCase())
  return isKnown ? [] : [`The table function ${table?.name ?? ''} is not allowed.`]
}

/** Places at which the server's reader and this one could part ways. */
function ambiguities(sql: string): string[] {
  const refusals = new Set<string>()
  if (sql.includes('\0')) refusals.add('A statement may not hold a zero character.')
  for (const { kind, from, to, isOpen } of tokenize(sql, lexicon)) {
    const text = kind === 'word' ? sql.slice(from, to + 1) : sql.slice(from, to)
    const found = isOpen ? undefined : AMBIGUOUS.find((each) => each.kinds.includes(kind) && each.pattern.test(text))
    if (found) refusals.add(found.refusal)
  }
  return [...refusals]
}

const AMBIGUOUS: readonly { readonly kinds: string; readonly pattern: RegExp; readonly refusal: string }[] = [
  { kinds: 'comment', pattern: /^--.*\r./s, refusal: 'A comment may not hold a carriage return.' },
  { kinds: 'template', pattern: /^/, refusal: 'Double curly brackets may stand only in quotes.' },
  {
    kinds: 'symbol space',
    pattern: /[^\x20-\x7e\t\n\r]/,
    refusal: 'Characters outside ASCII may stand only in quotes.',
  },
  { kinds: 'text', pattern: /^e'/i, refusal: "A text may not begin with E'." },
  { kinds: 'word', pattern: /^u&$/i, refusal: 'U& is not allowed; write the characters.' },
]
