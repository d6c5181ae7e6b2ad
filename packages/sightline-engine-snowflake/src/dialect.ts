import { own } from '../../../src/kernel/own.ts'
import { type Dialect, isoMicros, limitAtEnd, quoteStandardName } from '../../../src/query/dialect.ts'
import { GENERIC, type GenericType } from '../../../src/query/generic-type.ts'

type Grain = (col: string) => string

const trunc =
  (part: string): Grain =>
  (col) =>
    `DATE_TRUNC('${part}', ${col})`
const step =
  (part: string, size: number, above: string): Grain =>
  (col) =>
    `DATEADD(${part}, FLOOR(DATE_PART(${part}, ${col}) / ${size}) * ${size}, DATE_TRUNC('${above}', ${col}))`
/** A week that begins on a Sunday: that of the next day, as the engine's begins on a Monday. */
const sunday = (col: string) => `DATE_TRUNC('WEEK', DATEADD(DAY, 1, ${col}))`

const GRAINS: Readonly<Record<string, Grain>> = {
  PT1S: trunc('SECOND'),
  PT5S: step('SECOND', 5, 'MINUTE'),
  PT30S: step('SECOND', 30, 'MINUTE'),
  PT1M: trunc('MINUTE'),
  PT5M: step('MINUTE', 5, 'HOUR'),
  PT10M: step('MINUTE', 10, 'HOUR'),
  PT15M: step('MINUTE', 15, 'HOUR'),
  PT30M: step('MINUTE', 30, 'HOUR'),
  PT1H: trunc('HOUR'),
  PT6H: step('HOUR', 6, 'DAY'),
  P1D: trunc('DAY'),
  P1W: trunc('WEEK'),
  '1969-12-28T00:00:00Z/P1W': (col) => `DATEADD(DAY, -1, ${sunday(col)})`,
  '1969-12-29T00:00:00Z/P1W': trunc('WEEK'),
  'P1W/1970-01-03T00:00:00Z': (col) => `DATEADD(DAY, 5, ${sunday(col)})`,
  'P1W/1970-01-04T00:00:00Z': (col) => `DATEADD(DAY, 6, DATE_TRUNC('WEEK', ${col}))`,
  P1M: trunc('MONTH'),
  P3M: trunc('QUARTER'),
  P1Y: trunc('YEAR'),
}
const MAX_LABEL = 255

export const snowflakeDialect: Dialect<'snowflake'> = {
  id: 'snowflake',
  label: 'Snowflake',
  uriSchemes: ['snowflake'],
  supportsCatalogs: false,
  maxLabelLength: MAX_LABEL,
  lexicon: {
    nameQuotes: { '"': '"' },
    backslashEscapes: true,
    dollarQuotes: true,
    hashComments: false,
    nestedComments: false,
  },
  quoteIdentifier: quoteStandardName,
  quoteText: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  quoteBoolean: (value) => (value ? 'TRUE' : 'FALSE'),
  isBoolean: (expression, value) => `${expression} = ${value ? 'TRUE' : 'FALSE'}`,
  timeGrain: (expression, grain) => own(GRAINS, grain)?.(expression) ?? null,
  grains: Object.keys(GRAINS),
  timeLiteral,
  holdsInstants: (type) => /^TIMESTAMP_?L?TZ\b/i.test(type),
  fromEpoch: (expression, unit) => `DATEADD(${unit === 's' ? 'S' : 'MS'}, ${expression}, '1970-01-01')`,
  limit: limitAtEnd,
  castToText: (expression) => `CAST(${expression} AS VARCHAR)`,
  likeAnyCase: (expression, pattern, isNegated) =>
    `lower(${expression}) ${isNegated ? 'NOT LIKE' : 'LIKE'} lower(${pattern})`,
  // REGEXP_LIKE means the whole text.
  regexMatch: (expression, pattern) => `REGEXP_INSTR(${expression}, ${snowflakeDialect.quoteText(pattern)}) > 0`,
  definitionsCommit: true,
  genericOf,
}

function timeLiteral(iso: string, columnType: string | null): string | null {
  const text = isoMicros(iso)
  const type = (columnType ?? 'TIMESTAMP').toUpperCase()
  if (/^DATETIME/.test(type)) return `CAST('${text}' AS DATETIME)`
  if (/^DATE$/.test(type)) return `TO_DATE('${text.slice(0, 10)}')`
  return /^TIMESTAMP/.test(type) ? `TO_TIMESTAMP('${text}')` : null
}

function genericOf(type: string): GenericType | null {
  const name = type.toUpperCase()
  if (/^(TIMESTAMP|DATETIME|DATE|TIME)/.test(name)) return GENERIC.time
  if (/^BOOL/.test(name)) return GENERIC.boolean
  if (/^(NUMBER|NUMERIC|DECIMAL|DEC|FIXED|INT|BIGINT|SMALLINT|TINYINT|BYTEINT|FLOAT|DOUBLE|REAL)/.test(name))
    return GENERIC.number
  return /^(VARCHAR|CHAR|STRING|TEXT|BINARY|VARBINARY|VARIANT|OBJECT|ARRAY|MAP|GEO|VECTOR)/.test(name)
    ? GENERIC.text
    : null
}
