import type { Word } from '../../../src/query/sql/scan.ts'
import type { GateRules } from '../../kit/gate.ts'
import { snowflakeDialect } from './dialect.ts'

const OBJECTS = new Set(['TABLE', 'VIEW', 'SCHEMA', 'DYNAMIC'])
const set = (words: string) => new Set(words.split(' '))

/** What may pass by its words. The description by the service decides on the rest. */
export const RULES: GateRules = {
  lexicon: snowflakeDialect.lexicon,
  writes: {
    ...{ INSERT: null, UPDATE: null, DELETE: null, MERGE: null, TRUNCATE: null },
    ...{ CREATE: OBJECTS, DROP: OBJECTS, ALTER: OBJECTS, COMMENT: null },
  },
  tableFunctions: set('FLATTEN GENERATOR SPLIT_TO_TABLE STRTOK_SPLIT_TO_TABLE VALUES'),
  functionPrefixes: set(''),
  refusedFunctions: set('IDENTIFIER RESULT_SCAN NEXTVAL'),
  refusedWords: {
    NEXTVAL: 'NEXTVAL is not allowed.',
  },
  ambiguous: [
    { kinds: 'symbol', pattern: /^@$/, refusal: 'Stages are not allowed.' },
    { kinds: 'symbol', pattern: /^[$&]$/, refusal: 'Variables are not allowed.' },
    { kinds: 'word', pattern: /^system\$(?!typeof\W)/i, refusal: 'Functions of the system are not allowed.' },
    { kinds: 'text', pattern: /^\$[^$]/, refusal: 'Texts in $ with a name are not allowed.' },
  ],
  further: (words, sql) => [
    ...(isBeside(words, sql, '//') ? ['// is not allowed; a comment begins with --.'] : []),
    ...(isBeside(words, sql, '->>') ? ['->> is not allowed.'] : []),
    ...(words.some(isOtherTable) ? ['TABLE is possible with the name of a known function only.'] : []),
  ],
}

/** Symbols that stand beside each other, with nothing between. */
const isBeside = (words: readonly Word[], sql: string, symbols: string) =>
  words.some(({ kind, from }) => kind === 'symbol' && sql.startsWith(symbols, from))

/** `TABLE('name')` reads what a text names. */
const isOtherTable = ({ word }: Word, i: number, words: readonly Word[]) =>
  word === 'TABLE' && words[i + 1]?.text === '(' && words[i + 2]?.kind !== 'word'
