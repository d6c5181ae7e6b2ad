import { own } from '../../kernel/own.ts'
import { type Dialect, isoMicros, limitAtEnd, STANDARD_LEXICON } from '../../query/dialect.ts'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'

const time = (col: string) => `toDateTime(${col})`
const seconds = (size: number) => (col: string) => `toDateTime(intDiv(toUInt32(${time(col)}), ${size})*${size})`

const GRAINS: Readonly<Record<string, (col: string) => string>> = {
  PT1S: time,
  PT5S: seconds(5),
  PT30S: seconds(30),
  PT1M: (col) => `toStartOfMinute(${time(col)})`,
  PT5M: seconds(300),
  PT10M: seconds(600),
  PT15M: seconds(900),
  PT30M: seconds(1800),
  PT1H: (col) => `toStartOfHour(${time(col)})`,
  PT6H: seconds(21_600),
  P1D: (col) => `toStartOfDay(${time(col)})`,
  P1W: (col) => `toMonday(${time(col)})`,
  '1969-12-28T00:00:00Z/P1W': (col) => `toStartOfWeek(${time(col)}, 0)`,
  '1969-12-29T00:00:00Z/P1W': (col) => `toMonday(${time(col)})`,
  'P1W/1970-01-03T00:00:00Z': (col) => `toStartOfWeek(${time(col)}, 0) + INTERVAL 6 DAY`,
  'P1W/1970-01-04T00:00:00Z': (col) => `toMonday(${time(col)}) + INTERVAL 6 DAY`,
  P1M: (col) => `toStartOfMonth(${time(col)})`,
  P3M: (col) => `toStartOfQuarter(${time(col)})`,
  P1Y: (col) => `toStartOfYear(${time(col)})`,
}

const every = (interval: string) => (col: string) => `toStartOfInterval(${col}, INTERVAL ${interval})`
const weekFrom = (col: string, mode: 0 | 1) => `toStartOfWeek(${col}, ${mode})`

/** For columns whose times reach beyond 1970 and 2106: `toDateTime` would turn those into others without a word. */
const WIDE_GRAINS: Readonly<Record<string, (col: string) => string>> = {
  PT1S: every('1 SECOND'),
  PT5S: every('5 SECOND'),
  PT30S: every('30 SECOND'),
  PT1M: every('1 MINUTE'),
  PT5M: every('5 MINUTE'),
  PT10M: every('10 MINUTE'),
  PT15M: every('15 MINUTE'),
  PT30M: every('30 MINUTE'),
  PT1H: every('1 HOUR'),
  PT6H: every('6 HOUR'),
  P1D: (col) => `dateTrunc('day', ${col})`,
  P1W: (col) => weekFrom(col, 1),
  '1969-12-28T00:00:00Z/P1W': (col) => weekFrom(col, 0),
  '1969-12-29T00:00:00Z/P1W': (col) => weekFrom(col, 1),
  'P1W/1970-01-03T00:00:00Z': (col) => `${weekFrom(col, 0)} + INTERVAL 6 DAY`,
  'P1W/1970-01-04T00:00:00Z': (col) => `${weekFrom(col, 1)} + INTERVAL 6 DAY`,
  P1M: (col) => `toStartOfMonth(${col})`,
  P3M: (col) => `toStartOfQuarter(${col})`,
  P1Y: (col) => `toStartOfYear(${col})`,
}

function timeGrain(expression: string, grain: string, type: string | null = null): string | null {
  const name = inner(type ?? '')
  if (/^DateTime64/i.test(name)) return own(WIDE_GRAINS, grain)?.(expression) ?? null
  if (/^Date32/i.test(name)) return own(WIDE_GRAINS, grain)?.(`toDateTime64(${expression}, 0)`) ?? null
  return own(GRAINS, grain)?.(expression) ?? null
}

const quoteText = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`

export const clickhouseDialect: Dialect<'clickhouse'> = {
  id: 'clickhouse',
  label: 'ClickHouse',
  uriSchemes: ['clickhousedb', 'clickhouse', 'clickhousedb+connect', 'clickhouse+native', 'clickhouse+http'],
  supportsCatalogs: false,
  maxLabelLength: null,
  labelsShadowColumns: true,
  outerJoinFillsIn: true,
  lexicon: {
    ...STANDARD_LEXICON,
    nameQuotes: { '"': '"', '`': '`' },
    backslashEscapes: true,
    backslashInNames: true,
    dollarQuotes: true,
    hashComments: true,
    nestedComments: true,
  },
  quoteIdentifier: (name) => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  quoteText,
  quoteBoolean: (value) => (value ? 'TRUE' : 'FALSE'),
  isBoolean: (expression, value) => `${expression} = ${value ? 'TRUE' : 'FALSE'}`,
  timeGrain,
  grains: Object.keys(GRAINS),
  timeLiteral,
  holdsInstants: (type) => /^DateTime(64)?\(.*'/i.test(inner(type)),
  fromEpoch: (expression, unit) => (unit === 's' ? expression : `(${expression}/1000)`),
  limit: limitAtEnd,
  castToText: (expression) => `toString(${expression})`,
  likeAnyCase: (expression, pattern, isNegated) => `${expression} ${isNegated ? 'NOT ILIKE' : 'ILIKE'} ${pattern}`,
  regexMatch: (expression, pattern) => `match(${expression}, ${quoteText(pattern)})`,
  schemaChange: 'use',
  genericOf,
}

function timeLiteral(iso: string, columnType: string | null): string | null {
  const micros = isoMicros(iso).replace('T', ' ')
  const text = micros.slice(0, 19)
  const type = inner(columnType ?? 'DATETIME').toUpperCase()
  if (type === 'DATE32') return `toDate32('${text.slice(0, 10)}')`
  if (type === 'DATE') return `toDate('${text.slice(0, 10)}')`
  if (type.startsWith('DATETIME64')) return `toDateTime64('${micros}', 6)`
  return /^(TIMESTAMP|DATETIME|SMALLDATETIME)/.test(type) ? `toDateTime('${text}')` : null
}

/** What a type wraps: `LowCardinality(Nullable(String))` is a String. */
function inner(type: string): string {
  const found = /^(?:Nullable|LowCardinality)\((.*)\)$/i.exec(type)
  return found ? inner(found[1] ?? '') : type
}

function genericOf(type: string): GenericType | null {
  const name = inner(type).toLowerCase()
  if (/^(date|time)/.test(name)) return GENERIC.time
  if (/^bool/.test(name)) return GENERIC.boolean
  if (/^(u?int|float|decimal|bfloat)/.test(name)) return GENERIC.number
  return /^(string|fixedstring|enum|uuid|ipv|array|map|tuple|json|nested|variant|dynamic)/.test(name)
    ? GENERIC.text
    : null
}
