import { kindOf } from '../../query/sql/classify.ts'
import { scan, type Word } from '../../query/sql/scan.ts'
import { type Token, tokenize } from '../../query/sql/tokenize.ts'
import { transactionStep } from '../../query/sql/transaction.ts'
import type { SqlVerdict } from '../driver.ts'
import { statementRanges } from '../statements.ts'
import { postgresDialect } from './dialect.ts'
import { settingRefusal } from './settings.ts'

type Kind = SqlVerdict['statements'][number]['kind']

/** What the words of one statement say, before the server was asked. */
export interface WordVerdict {
  readonly statements: SqlVerdict['statements']
  readonly kind: Kind
  readonly isReadOnly: boolean
  readonly refusals: readonly string[]
  /** The first word is one that begins a statement, so that the server will not call it a mistake. */
  readonly isKnownVerb: boolean
  /** Every name in the text, in the case that the server reads it. */
  readonly names: readonly string[]
  /** Those names that an opening bracket follows. */
  readonly called: readonly string[]
}

const { lexicon } = postgresDialect

const READING = new Set<Kind>(['select', 'explain', 'show', 'set'])
const REFUSED_VERBS = new Set(
  (
    'abort analyze analyse begin call checkpoint close cluster commit copy deallocate declare discard do end execute ' +
    'fetch grant import listen load lock move notify prepare reassign refresh reindex release revoke rollback ' +
    'savepoint security start unlisten vacuum'
  ).split(' '),
)
const CHANGED_OBJECTS = new Set(
  'TABLE VIEW MATERIALIZED INDEX SCHEMA SEQUENCE TYPE UNIQUE OR RECURSIVE UNLOGGED'.split(' '),
)
const SETTING_VERBS = new Set(['SET', 'RESET'])
const TEMPORARY = new Set(['TEMP', 'TEMPORARY'])

/** Built-in functions by which a reading statement runs other text, waits, changes, or looks at the machine. */
const DENIED = new Set(
  (
    'query_to_xml query_to_xmlschema query_to_xml_and_xmlschema table_to_xml table_to_xmlschema ' +
    'table_to_xml_and_xmlschema schema_to_xml schema_to_xmlschema schema_to_xml_and_xmlschema database_to_xml ' +
    'database_to_xmlschema database_to_xml_and_xmlschema cursor_to_xml cursor_to_xmlschema ts_stat ts_rewrite ' +
    'set_config current_setting nextval setval currval lastval txid_current setseed crosstab crosstab2 crosstab3 ' +
    'crosstab4 crosstabn connectby xpath_table loread lowrite inet_server_addr inet_server_port inet_client_addr ' +
    'inet_client_port gin_clean_pending_list satisfies_hash_partition getpgusername'
  ).split(' '),
)
const DENIED_PREFIX = /^(lo_|dblink|brin_summarize|brin_desummarize|binary_upgrade|postgres_fdw_|file_fdw|cron_|http_)/
const ALLOWED_PG = new Set(
  (
    'pg_typeof pg_size_pretty pg_size_bytes pg_column_size pg_relation_size pg_table_size pg_total_relation_size ' +
    'pg_indexes_size pg_database_size pg_get_viewdef pg_get_indexdef pg_get_constraintdef pg_get_expr ' +
    'pg_table_is_visible pg_get_userbyid pg_encoding_to_char pg_client_encoding pg_input_is_valid'
  ).split(' '),
)

/** Judges one statement by its words. What could be read in two ways is refused. */
export function judgeWords(sql: string): WordVerdict {
  const tokens = tokenize(sql, lexicon)
  const words = scan(sql, lexicon)
  const statements = statementRanges(sql, lexicon).map((range) => ({
    sql: range.sql,
    from: range.from,
    to: range.to,
    kind: kindOfStatement(scan(range.sql, lexicon)),
  }))
  const kind = statements.length === 1 ? (statements[0]?.kind ?? 'other') : 'other'
  const verb = (words.find(({ text }) => text !== '(')?.text ?? '').toLowerCase()
  const names = words.filter(isName).map(nameOf)
  const called = words.filter((word, i) => isName(word) && words[i + 1]?.text === '(').map(nameOf)
  return {
    statements,
    kind,
    isReadOnly: statements.length > 0 && statements.every((statement) => READING.has(statement.kind)),
    isKnownVerb: kind !== 'other' || REFUSED_VERBS.has(verb),
    refusals: [
      ...ambiguities(sql, tokens),
      ...verbRefusals(kind, verb, words),
      ...[...new Set(called.filter(isDenied))].map((name) => `The function ${name} is not allowed.`),
    ],
    names,
    called,
  }
}

function kindOfStatement(words: readonly Word[]): Kind {
  if (transactionStep(words) !== null) return 'transaction'
  return SETTING_VERBS.has(words[0]?.word ?? '') ? 'set' : kindOf(words)
}

function isDenied(name: string): boolean {
  if (name.startsWith('pg_')) return !ALLOWED_PG.has(name)
  return DENIED.has(name) || DENIED_PREFIX.test(name)
}

function verbRefusals(kind: Kind, verb: string, words: readonly Word[]): string[] {
  if (kind === 'set') {
    const refusal = settingRefusal(words)
    return refusal === null ? [] : [refusal]
  }
  if (kind === 'transaction') return []
  if (REFUSED_VERBS.has(verb)) return [`${verb.toUpperCase()} is not allowed.`]
  if (verb === 'explain' && words.some(({ word }) => word === 'ANALYZE' || word === 'ANALYSE'))
    return ['EXPLAIN ANALYZE is not allowed.']
  return kind === 'ddl' ? objectRefusals(verb, words) : []
}

/** Tables and the like may be made where changes are allowed at all; accounts, servers and programs never. */
function objectRefusals(verb: string, words: readonly Word[]): string[] {
  if (verb === 'truncate' || verb === 'comment') return []
  const object = words[1]?.word ?? ''
  if (TEMPORARY.has(object) && verb === 'create') return temporaryRefusals(words)
  const isOther = object === 'OR' && !words.slice(2, 5).some(({ word }) => word === 'VIEW')
  return CHANGED_OBJECTS.has(object) && !isOther ? [] : [`${verb.toUpperCase()} ${object} is not allowed.`]
}

/** What lives as long as the session: a table, or a view. */
function temporaryRefusals(words: readonly Word[]): string[] {
  const [, , object] = words
  return object?.word === 'TABLE' || object?.word === 'VIEW' ? [] : [`CREATE TEMP ${object?.word} is not allowed.`]
}

/** Places at which the server's reader and this one could part ways, so that text would pass as code or code as text. */
function ambiguities(sql: string, tokens: readonly Token[]): string[] {
  const found = new Set<string>()
  if (sql.includes('\0')) found.add('A statement may not hold a zero character.')
  for (const [i, token] of tokens.entries()) {
    const text = sql.slice(token.from, token.to)
    const refusal = tokenRefusal(token, text) ?? sequenceRefusal(sql, tokens, i, text)
    if (refusal !== null) found.add(refusal)
  }
  return [...found]
}

function tokenRefusal({ kind, isOpen }: Token, text: string): string | null {
  if (isOpen) return null
  if ((kind === 'symbol' || kind === 'space') && /[^\x20-\x7e\t\n\r\f]/.test(text))
    return `The character ${codeOf(text)} may stand only in quotes.`
  if (kind === 'symbol' && text === '$') return 'Parameters such as $1 cannot be used.'
  if (kind === 'template') return 'Double curly brackets may stand only in quotes.'
  // The server ends a comment at a carriage return; a line break ends it for both.
  return kind === 'comment' && text.startsWith('--') && /\r./s.test(text)
    ? 'A comment may not hold a carriage return.'
    : null
}

function sequenceRefusal(sql: string, tokens: readonly Token[], i: number, text: string): string | null {
  if (tokens[i]?.kind === 'text' && /^[eE]'/.test(text)) {
    const next = tokens.slice(i + 1).find(({ kind }) => kind !== 'space' && kind !== 'comment')
    if (next?.kind === 'text' && sql[next.from] === "'") return "A text may not go on after E'...'."
  }
  const isUnicodeName =
    /^u$/i.test(text) && sql[tokens[i]?.to ?? 0] === '&' && /["']/.test(sql[(tokens[i]?.to ?? 0) + 1] ?? '')
  return isUnicodeName ? 'Names and texts with U& are not allowed.' : null
}

const codeOf = (text: string) => {
  const odd = [...text].find((character) => /[^\x20-\x7e\t\n\r\f]/.test(character)) ?? ''
  return `U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

const isName = (word: Word) => word.kind === 'word' || word.kind === 'name'

/** A bare name in lower case, as the server folds it; a quoted one as it stands. */
function nameOf({ kind, text }: Word): string {
  return kind === 'name' ? text.slice(1, -1).replaceAll('""', '"') : text.toLowerCase()
}
