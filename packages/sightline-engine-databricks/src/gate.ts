import type { Word } from '../../../src/query/sql/scan.ts'
import type { GateRules } from '../../kit/gate.ts'
import { databricksDialect } from './dialect.ts'

const OBJECTS = new Set(['TABLE', 'VIEW', 'SCHEMA', 'DATABASE'])
const set = (words: string) => new Set(words.split(' '))
/** Kinds of files, with which a path may be read as if it were a table. */
const FILES = set('AVRO BINARYFILE CSV DELTA JSON ORC PARQUET TEXT XML ICEBERG JDBC LIBSVM IMAGE CLOUDFILES')

/** What may pass by its words. The plan of the engine decides on the rest. */
export const RULES: GateRules = {
  lexicon: databricksDialect.lexicon,
  writes: {
    ...{ INSERT: null, UPDATE: null, DELETE: null, MERGE: null, TRUNCATE: OBJECTS },
    ...{ CREATE: OBJECTS, DROP: OBJECTS, ALTER: OBJECTS },
  },
  tableFunctions: set('RANGE EXPLODE EXPLODE_OUTER POSEXPLODE POSEXPLODE_OUTER INLINE INLINE_OUTER STACK VALUES'),
  functionPrefixes: set(''),
  refusedFunctions: set(
    'REFLECT TRY_REFLECT JAVA_METHOD SECRET TRY_SECRET HTTP_REQUEST IDENTIFIER VECTOR_SEARCH READ_FILES LIST_SECRETS INPUT_FILE_NAME',
  ),
  // They send what they are given to models.
  refusedPrefix: 'AI_',
  ambiguous: [
    { kinds: 'word', pattern: /^r['"]$/i, refusal: 'Raw texts are not allowed.' },
    { kinds: 'name', pattern: /^`[^`]*[/:\\]/, refusal: 'Files may not be read in place of tables.' },
  ],
  further: (words, sql) => [
    // Put in by the engine before it reads the text, inside of quotes as well.
    ...(sql.includes('${') ? ['${ is not allowed.'] : []),
    ...(words.some(({ text }, i) => text === '|' && words[i + 1]?.text === '>') ? ['|> is not allowed.'] : []),
    ...(words[0]?.word === 'FROM' ? ['A statement may not begin with FROM.'] : []),
    ...(words.some(isScript) ? ['Programs may not be run.'] : []),
    ...(words.some(isElsewhere) ? ['Tables with a place or options of their own are not allowed.'] : []),
    ...(words.some(isFile) ? ['Files may not be read in place of tables.'] : []),
  ],
}

/** `TRANSFORM (a) USING 'program'`. */
const isScript = ({ word }: Word, i: number, words: readonly Word[]) =>
  word === 'USING' && words[i + 1]?.kind === 'text'

/** `LOCATION '/path'`, `OPTIONS (path '/path')`. */
const isElsewhere = ({ word, depth }: Word, i: number, words: readonly Word[]) =>
  depth === 0 &&
  ((word === 'LOCATION' && words[i + 1]?.kind === 'text') || (word === 'OPTIONS' && words[i + 1]?.text === '('))

/** `csv.\`path\``, where no function or column is meant. */
const isFile = ({ text }: Word, i: number, words: readonly Word[]) =>
  FILES.has(text.replaceAll('`', '').toUpperCase()) &&
  words[i - 1]?.text !== '.' &&
  words[i + 1]?.text === '.' &&
  /^(FROM|JOIN|,|TABLE)$/.test(words[i - 1]?.word || (words[i - 1]?.text ?? ''))
