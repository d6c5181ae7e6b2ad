import { scan, type Word } from '../../query/sql/scan.ts'
import { tokenize } from '../../query/sql/tokenize.ts'
import type { SqlVerdict } from '../driver.ts'
import { clickhouseDialect } from './dialect.ts'
import { settingRefusal } from './settings.ts'

type TableName = SqlVerdict['tables'][number]

/** What the words of one statement say, beside the tree that the server makes of it. */
export interface WordVerdict {
  readonly refusals: readonly string[]
  /** It begins with SET, and its settings were looked at. */
  readonly isSetting: boolean
  /** Names that a bracket follows, or that APPLY calls. */
  readonly called: readonly string[]
  /** Every chain of names such as `sales.orders`, by its parts joined by dots. */
  readonly chains: ReadonlyMap<string, readonly TableName[]>
  /** Names that a WITH may give to a query of the statement itself. */
  readonly queries: readonly string[]
}

const { lexicon } = clickhouseDialect

/** Functions by which a reading statement reads a file, waits, looks at the machine or asks another one. */
const DENIED =
  /^(file|sleep|sleepEachRow|joinGet|joinGetOrNull|hasColumnInTable|catboostEvaluate|evalMLMethod|filesystem\w*|getMacro|hostName|fqdn|FQDN|tcpPort|serverUUID|getServerPort|getServerSetting|getOSKernelVersion|showCertificate|generateSerialID|addressTo\w*|demangle|logTrace|trap|reinterpretAsExecutable|structureTo\w*|mergeTreePartInfo|zookeeper\w*|transaction\w*|getClientHTTPHeader|ai[A-Z]\w*|initialQueryStartTime|displayName)$/i
const DICTIONARY = /^dict[A-Z]/i
/** Sources that are made of numbers and values in the text. */
export const ALLOWED_SOURCES: ReadonlySet<string> = new Set(
  'numbers numbers_mt zeros zeros_mt generateseries generate_series generaterandom values null primes'.split(' '),
)
/** Engines of tables whose rows lie in the server itself. */
const OWN_ENGINE = /^(\w*MergeTree|Memory|Log|TinyLog|StripeLog|Null|Set|Join)$/

export const isDeniedFunction = (name: string) => DENIED.test(name)
export const isDictionaryFunction = (name: string) => DICTIONARY.test(name)

/** Judges one statement by its words. What could be read in two ways is refused. */
export function judgeWords(sql: string): WordVerdict {
  const words = scan(sql, lexicon)
  const isSetting = words[0]?.word === 'SET'
  const refusal = isSetting ? settingRefusal(words) : null
  const called = [...new Set(words.filter((_, i) => isCalled(words, i)).map(nameOf))]
  return {
    isSetting,
    refusals: [
      ...ambiguities(sql),
      ...(refusal === null ? [] : [refusal]),
      ...clauseRefusals(words),
      ...called.filter(isDeniedFunction).map((name) => `The function ${name} is not allowed.`),
      ...(words.some(({ word }) => word === 'APPLY')
        ? called.filter(isDictionaryFunction).map((name) => `The function ${name} is not allowed after APPLY.`)
        : []),
    ],
    called,
    chains: chainsOf(words),
    queries: words.flatMap((word, i) => {
      const isHead = words[i + 1]?.word === 'AS' && words[i + 2]?.text === '('
      return isHead && isName(word) ? [nameOf(word)] : []
    }),
  }
}

const isName = ({ kind }: Word) => kind === 'word' || kind === 'name'

function isCalled(words: readonly Word[], i: number): boolean {
  const word = words[i]
  if (!word || !isName(word)) return false
  return words[i + 1]?.text === '(' || words.slice(Math.max(0, i - 2), i).some(({ word: text }) => text === 'APPLY')
}

/** A name without its quotes. */
function nameOf({ kind, text }: Word): string {
  if (kind !== 'name') return text
  const quote = text[0] ?? ''
  return text
    .slice(1, -1)
    .replaceAll(quote + quote, quote)
    .replaceAll(/\\(.)/gs, '$1')
}

function clauseRefusals(words: readonly Word[]): string[] {
  const isQuery = ['SELECT', 'WITH', 'FROM'].includes(words.find(({ text }) => text !== '(')?.word ?? '')
  return words.flatMap((_, i) => {
    const found = CLAUSES.find(([pattern]) => pattern.test(wordsFrom(words, i)))
    if (found) return [found[1]]
    const engine = words[i + 1]?.text === '=' ? words[i + 2] : words[i + 1]
    return words[i]?.word === 'ENGINE' && !isQuery ? engineRefusal(engine) : []
  })
}

const CLAUSES: readonly (readonly [RegExp, string])[] = [
  [/^UUID '/, 'A table can be read by its name only.'],
  [/^INTO OUTFILE/, 'INTO OUTFILE is not allowed.'],
  [/^(INTO|TABLE) FUNCTION/, 'Only tables can be written to.'],
]

const wordsFrom = (words: readonly Word[], i: number) =>
  [words[i], words[i + 1]].map((each) => each?.word || (each?.kind === 'text' ? "'" : '')).join(' ')

function engineRefusal(engine: Word | undefined): string[] {
  if (!engine || !isName(engine) || OWN_ENGINE.test(nameOf(engine))) return []
  return [`Tables with the engine ${nameOf(engine)} are not allowed.`]
}

/** Places at which the server's reader and this one could part ways. */
function ambiguities(sql: string): string[] {
  const refusals = new Set<string>()
  if (sql.includes('\0')) refusals.add('A statement may not hold a zero character.')
  for (const { kind, from, to } of tokenize(sql, lexicon)) {
    if (kind !== 'name') continue
    const name = sql.slice(from + 1, to - 1)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they would break the lines of the server's tree
    if (/[\x00-\x1f\x7f]/.test(name)) refusals.add('A name may not hold a control character.')
    if (/\\[^\\"`]/.test(name.replaceAll('\\\\', ''))) refusals.add('A name may hold a backslash only as \\\\.')
  }
  return [...refusals]
}

function chainsOf(words: readonly Word[]): Map<string, readonly TableName[]> {
  const chains = new Map<string, TableName[]>()
  for (let i = 0; i < words.length; i += 1) {
    const first = words[i]
    if (!first || !isName(first)) continue
    const parts = [nameOf(first)]
    while (words[i + 1]?.text === '.' && words[i + 2] && isName(words[i + 2] as Word)) {
      parts.push(nameOf(words[i + 2] as Word))
      i += 2
    }
    const [name = '', schema = null, catalog = null] = parts.toReversed()
    const key = parts.join('.')
    const known = chains.get(key) ?? []
    if (!known.some((table) => table.name === name && table.schema === schema)) known.push({ catalog, schema, name })
    chains.set(key, known)
  }
  return chains
}
