import { own } from '../../kernel/own.ts'
import {
  type Dialect,
  isoMicros,
  limitAtEnd,
  quoteStandardName,
  quoteStandardText,
  STANDARD_LEXICON,
} from '../../query/dialect.ts'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'

const trunc = (unit: string) => (col: string) => `DATE_TRUNC('${unit}', ${col})`
const seconds = (size: number) => (col: string) =>
  `DATE_TRUNC('minute', ${col}) + INTERVAL '${size} seconds' * FLOOR(EXTRACT(SECOND FROM ${col}) / ${size})`
const minutes = (size: number) => (col: string) =>
  `DATE_TRUNC('hour', ${col}) + INTERVAL '${size} minutes' * FLOOR(EXTRACT(MINUTE FROM ${col}) / ${size})`

const GRAINS: Readonly<Record<string, (col: string) => string>> = {
  PT1S: trunc('second'),
  PT5S: seconds(5),
  PT30S: seconds(30),
  PT1M: trunc('minute'),
  PT5M: minutes(5),
  PT10M: minutes(10),
  PT15M: minutes(15),
  PT30M: minutes(30),
  PT1H: trunc('hour'),
  PT6H: (col) => `DATE_TRUNC('day', ${col}) + INTERVAL '6 hours' * FLOOR(EXTRACT(HOUR FROM ${col}) / 6)`,
  P1D: trunc('day'),
  P1W: trunc('week'),
  '1969-12-28T00:00:00Z/P1W': (col) => `DATE_TRUNC('week', ${col} + INTERVAL '1 day') - INTERVAL '1 day'`,
  '1969-12-29T00:00:00Z/P1W': trunc('week'),
  'P1W/1970-01-03T00:00:00Z': (col) => `DATE_TRUNC('week', ${col} + INTERVAL '1 day') + INTERVAL '5 days'`,
  'P1W/1970-01-04T00:00:00Z': (col) => `DATE_TRUNC('week', ${col}) + INTERVAL '6 days'`,
  P1M: trunc('month'),
  P3M: trunc('quarter'),
  P1Y: trunc('year'),
}

export const postgresDialect: Dialect<'postgres'> = {
  id: 'postgres',
  label: 'PostgreSQL',
  uriSchemes: ['postgresql', 'postgres', 'postgresql+psycopg2', 'postgresql+psycopg', 'redshift', 'cockroachdb'],
  supportsCatalogs: true,
  maxLabelLength: 63,
  lexicon: { ...STANDARD_LEXICON, dollarQuotes: true, nestedComments: true },
  quoteIdentifier: quoteStandardName,
  // A backslash is plain text here: the driver's session keeps standard_conforming_strings on.
  quoteText: (value) => quoteStandardText(value.replaceAll('\0', '')),
  quoteBoolean: (value) => (value ? 'TRUE' : 'FALSE'),
  isBoolean: (expression, value) => `${expression} IS ${value ? 'TRUE' : 'FALSE'}`,
  timeGrain: (expression, grain) => own(GRAINS, grain)?.(expression) ?? null,
  grains: Object.keys(GRAINS),
  timeLiteral,
  fromEpoch: (expression, unit) =>
    `(timestamp 'epoch' + ${unit === 's' ? expression : `(${expression}/1000)`} * interval '1 second')`,
  limit: limitAtEnd,
  castToText: (expression) => `CAST(${expression} AS VARCHAR)`,
  likeAnyCase: (expression, pattern, isNegated) => `${expression} ${isNegated ? 'NOT ILIKE' : 'ILIKE'} ${pattern}`,
  regexMatch: (expression, pattern) => `${expression} ~ ${quoteStandardText(pattern)}`,
  // The type of a table's rows is looked up without locking the table.
  emptyLike: (table) => `(SELECT (CAST(NULL AS ${table})).*)`,
  schemaChange: 'search-path',
  // A plan with grouping sets has one process, and may sort rows before it adds them.
  fusion: { groupingSets: false, filters: true, sumsInRowOrder: false },
  genericOf,
}

function timeLiteral(iso: string, columnType: string | null): string | null {
  const text = isoMicros(iso).replace('T', ' ')
  const type = (columnType ?? 'TIMESTAMP').toUpperCase()
  if (type === 'DATE') return `TO_DATE('${text.slice(0, 10)}', 'YYYY-MM-DD')`
  return /^(TIMESTAMP|DATETIME)/.test(type) ? `TO_TIMESTAMP('${text}', 'YYYY-MM-DD HH24:MI:SS.US')` : null
}

function genericOf(type: string): GenericType | null {
  const name = type.toLowerCase()
  if (/\[\]$|^(json|hstore|array|point|line|circle|box|polygon|path|.*range)/.test(name)) return GENERIC.text
  if (/^(timestamp|date|time|interval)/.test(name)) return GENERIC.time
  if (/^bool/.test(name)) return GENERIC.boolean
  if (/^(small|big)?(int|serial)|^(int[248]?|integer|numeric|decimal|real|double|float|money|oid)/.test(name))
    return GENERIC.number
  return /^(char|varchar|text|bpchar|citext|name|uuid|bytea|inet|cidr|macaddr|bit|xml|tsvector)/.test(name)
    ? GENERIC.text
    : null
}
