import type { GateRules } from '../../kit/gate.ts'
import { bigqueryDialect } from './dialect.ts'

const OBJECTS = new Set(['TABLE', 'VIEW', 'SCHEMA'])
const set = (words: string) => new Set(words.split(' '))

/** What may pass by its words. The dry run decides on the rest. */
export const RULES: GateRules = {
  lexicon: bigqueryDialect.lexicon,
  writes: {
    ...{ INSERT: null, UPDATE: null, DELETE: null, MERGE: null, TRUNCATE: OBJECTS },
    ...{ CREATE: OBJECTS, DROP: OBJECTS, ALTER: OBJECTS },
  },
  tableFunctions: set('UNNEST'),
  functionPrefixes: set('SAFE NET KEYS AEAD HLL_COUNT'),
  refusedFunctions: set(
    'EXTERNAL_QUERY EXTERNAL_OBJECT_TRANSFORM VECTOR_SEARCH APPENDS CHANGES GAP_FILL RANGE_SESSIONIZE SESSION_USER',
  ),
  refusedWords: {
    TABLE_SUFFIX: 'Tables of a wildcard are not allowed.',
  },
  ambiguous: [
    { kinds: 'text', pattern: /^(['"])(?:\\.|(?!\1)[^\\])*\1\1/s, refusal: 'Texts in three quotes are not allowed.' },
    { kinds: 'name', pattern: /^`(?:\\.|[^`\\])*``|\\/s, refusal: 'A name may not hold a backslash or a quote.' },
    { kinds: 'name', pattern: /\*`$/, refusal: 'Tables of a wildcard are not allowed; make a view of them.' },
  ],
  further: (words) => [
    ...(words.some(({ word }, i) => word === 'CONNECTION' && words[i - 1]?.word === 'WITH')
      ? ['Tables with a connection of their own are not allowed.']
      : []),
    ...(words.some(({ text }, i) => text === '|' && words[i + 1]?.text === '>') ? ['|> is not allowed.'] : []),
    ...words.flatMap(({ word }, i) =>
      word === 'TABLE' && words[i - 1]?.text === '(' ? ['TABLE as an argument is not allowed.'] : [],
    ),
  ],
}
