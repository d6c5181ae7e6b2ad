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

const UNITS: Readonly<Record<string, string>> = {
  PT1S: 'second',
  PT1M: 'minute',
  PT1H: 'hour',
  P1D: 'day',
  P1W: 'week',
  P1M: 'month',
  P3M: 'quarter',
  P1Y: 'year',
}
/** Grains that DuckDB has no word for: multiples of a unit, counted from a fixed origin. */
const BUCKETS: Readonly<Record<string, string>> = {
  PT5S: '5 seconds',
  PT30S: '30 seconds',
  PT5M: '5 minutes',
  PT10M: '10 minutes',
  PT15M: '15 minutes',
  PT30M: '30 minutes',
  'PT0.5H': '30 minutes',
  PT6H: '6 hours',
}
/** Weeks that begin or end on a named day; a week that ends on a day is shown under that day. */
const WEEKS: Readonly<Record<string, { readonly shift: number; readonly show: number }>> = {
  '1969-12-28T00:00:00Z/P1W': { shift: 1, show: -1 },
  '1969-12-29T00:00:00Z/P1W': { shift: 0, show: 0 },
  'P1W/1970-01-03T00:00:00Z': { shift: 1, show: 5 },
  'P1W/1970-01-04T00:00:00Z': { shift: 0, show: 6 },
}

export const duckdbDialect: Dialect<'duckdb'> = {
  id: 'duckdb',
  label: 'DuckDB',
  uriSchemes: ['duckdb'],
  supportsCatalogs: false,
  maxLabelLength: null,
  lexicon: { ...STANDARD_LEXICON, dollarQuotes: true, nestedComments: true },
  quoteIdentifier: quoteStandardName,
  quoteText: quoteDuckText,
  quoteBoolean: (value) => (value ? 'TRUE' : 'FALSE'),
  isBoolean: (expression, value) => `${expression} IS ${value ? 'TRUE' : 'FALSE'}`,
  timeGrain,
  grains: [
    'PT1S',
    'PT5S',
    'PT30S',
    'PT1M',
    'PT5M',
    'PT10M',
    'PT15M',
    'PT30M',
    'PT1H',
    'PT6H',
    'P1D',
    'P1W',
    '1969-12-28T00:00:00Z/P1W',
    '1969-12-29T00:00:00Z/P1W',
    'P1W/1970-01-03T00:00:00Z',
    'P1W/1970-01-04T00:00:00Z',
    'P1M',
    'P3M',
    'P1Y',
  ],
  timeLiteral,
  dateLiteral,
  fromEpoch: (expression, unit) =>
    unit === 's'
      ? `make_timestamp(CAST(${expression} * 1000000::BIGINT AS BIGINT))`
      : `epoch_ms(CAST(${expression} AS BIGINT))`,
  limit: limitAtEnd,
  castToText: (expression) => `CAST(${expression} AS VARCHAR)`,
  longList,
  likeAnyCase: (expression, pattern, isNegated) => `${expression} ${isNegated ? 'NOT ILIKE' : 'ILIKE'} ${pattern}`,
  regexMatch: (expression, pattern) => `regexp_matches(${expression}, ${quoteDuckText(pattern)})`,
  fusion: { groupingSets: true, filters: false, sumsInRowOrder: true },
  genericOf,
}

/** A zero character ends the text for the parser, so it is written as a call. */
function quoteDuckText(value: string): string {
  if (!value.includes('\0')) return quoteStandardText(value)
  return `(${value.split('\0').map(quoteStandardText).join(' || chr(0) || ')})`
}

/** What may stand between values, what reads best first. */
const SEPARATORS = [',', '|', '\t', '\u001f', '\u001e']

function longList(values: readonly string[], kind: 'text' | 'whole'): string | null {
  const separator = SEPARATORS.find((one) => values.every((value) => !value.includes(one)))
  const text = separator === undefined ? null : longText(values.join(separator))
  if (text === null) return null
  const list = `string_split(${text}, '${separator}')`
  return `SELECT unnest(${kind === 'whole' ? `CAST(${list} AS BIGINT[])` : list})`
}

/** What may stand for a quote: the engine takes seconds for a text with a hundred thousand doubled ones. */
const QUOTE_STANDS_AS = ['\u001d', '\u001c']

function longText(text: string): string | null {
  if (text.includes('\0')) return null
  if (!text.includes("'")) return quoteStandardText(text)
  const stand = QUOTE_STANDS_AS.find((one) => !text.includes(one))
  return stand === undefined ? null : `replace(${quoteStandardText(text.replaceAll("'", stand))}, '${stand}', '''')`
}

function timeGrain(expression: string, grain: string): string | null {
  const unit = own(UNITS, grain)
  if (unit) return `DATE_TRUNC('${unit}', ${expression})`
  const bucket = own(BUCKETS, grain)
  if (bucket) return `time_bucket(INTERVAL '${bucket}', CAST(${expression} AS TIMESTAMP), TIMESTAMP '2000-01-01')`
  const week = own(WEEKS, grain)
  if (!week) return null
  const start = `DATE_TRUNC('week', ${expression}${week.shift ? ` + INTERVAL ${week.shift} DAY` : ''})`
  return week.show === 0 ? start : `${start} ${week.show > 0 ? '+' : '-'} INTERVAL ${Math.abs(week.show)} DAY`
}

function timeLiteral(iso: string, columnType: string | null): string | null {
  const text = isoMicros(iso).replace('T', ' ')
  const type = (columnType ?? 'TIMESTAMP').toUpperCase()
  return /^(TIMESTAMP|DATETIME|VARCHAR|TEXT|CHAR|BPCHAR|STRING)/.test(type) ? `'${text}'` : null
}

/** A DATE compares with midnight as a date, which the zone maps of its column understand. */
function dateLiteral(iso: string): string {
  const text = isoMicros(iso).replace('T', ' ')
  return text.endsWith(' 00:00:00.000000') ? `'${text.slice(0, 10)}'` : `TIMESTAMP '${text}'`
}

function genericOf(type: string): GenericType | null {
  const name = type.toUpperCase()
  if (/(\[\d*\]|^(STRUCT|MAP|UNION|LIST|ARRAY|JSON|ROW))/.test(name)) return GENERIC.text
  if (/^(TIMESTAMP|DATE|TIME\b|INTERVAL)/.test(name)) return GENERIC.time
  if (/^BOOL/.test(name)) return GENERIC.boolean
  if (/^(U?(TINY|SMALL|BIG|HUGE)?INT|INTEGER|DECIMAL|NUMERIC|DOUBLE|FLOAT|REAL|UINTEGER|BIGNUM|VARINT)/.test(name)) {
    return GENERIC.number
  }
  return /^(VARCHAR|TEXT|STRING|CHAR|BPCHAR|ENUM|UUID|BLOB|BIT)/.test(name) ? GENERIC.text : null
}
