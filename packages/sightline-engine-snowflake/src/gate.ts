import type { Word } from '../../../src/query/sql/scan.ts'
import { type GateRules, isName } from '../../kit/gate.ts'
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
  refusedFunctions: set('IDENTIFIER RESULT_SCAN NEXTVAL GET_DDL'),
  // They send what they are given to models.
  refusedPrefix: 'AI_',
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
    ...(words.some(isModel) ? ['Methods of models are not allowed.'] : []),
    ...(isTemporary(words) ? ['A table for a session is not allowed, since users share sessions.'] : []),
    ...(words.some(isOtherTable) ? ['TABLE is possible with the name of a known function only.'] : []),
  ],
}

/** Verbs that the service knows and that may not be run. */
export const COMMANDS: ReadonlySet<string> = set(
  'ALTER BEGIN CALL CLOSE COMMIT COPY DECLARE DESC DESCRIBE EXECUTE EXPLAIN FETCH GET GRANT LIST LS LET OPEN PUT REMOVE RM ' +
    'RESUME RETURN REVOKE ROLLBACK SET SHOW START SUSPEND UNDROP UNSET USE',
)

/** `model!PREDICT(...)`. */
const isModel = ({ text, to }: Word, i: number, words: readonly Word[]) =>
  text === '!' && isName(words[i + 1]) && words[i + 1]?.from === to

/** `CREATE OR REPLACE TEMPORARY TABLE`. */
const isTemporary = (words: readonly Word[]) =>
  words[0]?.word === 'CREATE' && words.slice(1, 4).some(({ word }) => word === 'TEMP' || word === 'TEMPORARY')

/** Symbols that stand beside each other, with nothing between. */
const isBeside = (words: readonly Word[], sql: string, symbols: string) =>
  words.some(({ kind, from }) => kind === 'symbol' && sql.startsWith(symbols, from))

/** `TABLE('name')` reads what a text names; `(TABLE name)` is a query. */
const isOtherTable = ({ word }: Word, i: number, words: readonly Word[]) =>
  word === 'TABLE' &&
  (words[i + 1]?.text === '(' ? words[i + 2]?.kind !== 'word' : i === 0 || words[i - 1]?.text === '(')
