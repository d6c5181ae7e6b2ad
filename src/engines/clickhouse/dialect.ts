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

const quoteText = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`

export const clickhouseDialect: Dialect<'clickhouse'> = {
  id: 'clickhouse',
  label: 'ClickHouse',
  uriSchemes: ['clickhouse', 'clickhousedb', 'clickhousedb+connect', 'clickhouse+native', 'clickhouse+http'],
  supportsCatalogs: false,
  maxLabelLength: null,
  labelsShadowColumns: true,
  lexicon: { ...STANDARD_LEXICON, nameQuotes: { '"': '"', '`': '`' }, backslashEscapes: true, hashComments: true },
  quoteIdentifier: (name) => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  quoteText,
  quoteBoolean: (value) => (value ? 'TRUE' : 'FALSE'),
  isBoolean: (expression, value) => `${expression} = ${value ? 'TRUE' : 'FALSE'}`,
  timeGrain: (expression, grain) => GRAINS[grain]?.(expression) ?? null,
  grains: Object.keys(GRAINS),
  timeLiteral,
  fromEpoch: (expression, unit) => (unit === 's' ? expression : `(${expression}/1000)`),
  limit: limitAtEnd,
  castToText: (expression) => `toString(${expression})`,
  likeAnyCase: (expression, pattern, isNegated) => `${expression} ${isNegated ? 'NOT ILIKE' : 'ILIKE'} ${pattern}`,
  regexMatch: (expression, pattern) => `match(${expression}, ${quoteText(pattern)})`,
  genericOf,
}

function timeLiteral(iso: string, columnType: string | null): string | null {
  const text = isoMicros(iso).replace('T', ' ').slice(0, 19)
  const type = inner(columnType ?? 'DATETIME').toUpperCase()
  if (/^DATE(32)?$/.test(type)) return `toDate('${text.slice(0, 10)}')`
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
