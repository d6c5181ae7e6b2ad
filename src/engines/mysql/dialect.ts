import { own } from '../../kernel/own.ts'
import { type Dialect, isoMicros, STANDARD_LEXICON } from '../../query/dialect.ts'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'

const hours = (col: string) => `DATE_ADD(DATE(${col}), INTERVAL HOUR(${col}) HOUR)`
const buckets = (size: number) => (col: string) =>
  `DATE_ADD(DATE(${col}), INTERVAL FLOOR((HOUR(${col})*60*60 + MINUTE(${col})*60 + SECOND(${col})) / ${size}) * ${size} SECOND)`

const GRAINS: Readonly<Record<string, (col: string) => string>> = {
  PT1S: (col) => `DATE_ADD(DATE(${col}), INTERVAL (HOUR(${col})*60*60 + MINUTE(${col})*60 + SECOND(${col})) SECOND)`,
  PT5S: buckets(5),
  PT30S: buckets(30),
  PT1M: (col) => `DATE_ADD(DATE(${col}), INTERVAL (HOUR(${col})*60 + MINUTE(${col})) MINUTE)`,
  PT5M: buckets(300),
  PT10M: buckets(600),
  PT15M: buckets(900),
  PT30M: buckets(1800),
  PT1H: hours,
  PT6H: buckets(21_600),
  P1D: (col) => `DATE(${col})`,
  P1W: (col) => `DATE(DATE_SUB(${col}, INTERVAL DAYOFWEEK(${col}) - 1 DAY))`,
  '1969-12-28T00:00:00Z/P1W': (col) => `DATE(DATE_SUB(${col}, INTERVAL DAYOFWEEK(${col}) - 1 DAY))`,
  '1969-12-29T00:00:00Z/P1W': (col) =>
    `DATE(DATE_SUB(${col}, INTERVAL DAYOFWEEK(DATE_SUB(${col}, INTERVAL 1 DAY)) - 1 DAY))`,
  'P1W/1970-01-03T00:00:00Z': (col) => `DATE(DATE_ADD(${col}, INTERVAL 7 - DAYOFWEEK(${col}) DAY))`,
  'P1W/1970-01-04T00:00:00Z': (col) =>
    `DATE(DATE_ADD(${col}, INTERVAL 7 - DAYOFWEEK(DATE_SUB(${col}, INTERVAL 1 DAY)) DAY))`,
  P1M: (col) => `DATE(DATE_SUB(${col}, INTERVAL DAYOFMONTH(${col}) - 1 DAY))`,
  P3M: (col) => `MAKEDATE(YEAR(${col}), 1) + INTERVAL QUARTER(${col}) QUARTER - INTERVAL 1 QUARTER`,
  P1Y: (col) => `DATE(DATE_SUB(${col}, INTERVAL DAYOFYEAR(${col}) - 1 DAY))`,
}
/** The largest number of rows, which MySQL asks for where an OFFSET has no LIMIT. */
const ALL_ROWS = '18446744073709551615'

export const mysqlDialect: Dialect<'mysql'> = {
  id: 'mysql',
  label: 'MySQL',
  uriSchemes: [
    'mysql',
    'mysql+mysqldb',
    'mysql+pymysql',
    'mysql+mysqlconnector',
    'mariadb',
    'mariadb+mariadbconnector',
  ],
  supportsCatalogs: false,
  maxLabelLength: 64,
  // Names hold letters of the basic plane only, and no spaces at their ends.
  keepsLabel: (label) => label !== '' && !/[\0\u{10000}-\u{10ffff}]|^\s|\s$/u.test(label),
  lexicon: { ...STANDARD_LEXICON, nameQuotes: { '`': '`' }, backslashEscapes: true, hashComments: true },
  quoteIdentifier: (name) => `\`${name.replaceAll('`', '``')}\``,
  quoteText: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`,
  quoteBoolean: (value) => (value ? 'TRUE' : 'FALSE'),
  isBoolean: (expression, value) => `${expression} IS ${value ? 'TRUE' : 'FALSE'}`,
  timeGrain: (expression, grain) => own(GRAINS, grain)?.(expression) ?? null,
  grains: Object.keys(GRAINS),
  timeLiteral,
  holdsInstants: (type) => /^TIMESTAMP/i.test(type),
  fromEpoch: (expression, unit) => `from_unixtime(${unit === 's' ? expression : `(${expression}/1000)`})`,
  limit: (sql, rows, offset) =>
    rows === null && offset === 0 ? sql : `${sql}\nLIMIT ${rows ?? ALL_ROWS}${offset > 0 ? `\nOFFSET ${offset}` : ''}`,
  castToText: (expression) => `CAST(${expression} AS CHAR)`,
  likeAnyCase: (expression, pattern, isNegated) =>
    `lower(${expression}) ${isNegated ? 'NOT LIKE' : 'LIKE'} lower(${pattern})`,
  regexMatch: (expression, pattern) => `${expression} REGEXP ${mysqlDialect.quoteText(pattern)}`,
  schemaChange: 'use',
  definitionsCommit: true,
  genericOf,
}

function timeLiteral(iso: string, columnType: string | null): string | null {
  const text = isoMicros(iso).replace('T', ' ')
  const type = (columnType ?? 'DATETIME').toUpperCase()
  if (type === 'DATE') return `STR_TO_DATE('${text.slice(0, 10)}', '%Y-%m-%d')`
  return /^(TIMESTAMP|DATETIME)/.test(type) ? `STR_TO_DATE('${text}', '%Y-%m-%d %H:%i:%s.%f')` : null
}

function genericOf(type: string): GenericType | null {
  const name = type.toLowerCase()
  if (/^(timestamp|date|time|year)/.test(name)) return GENERIC.time
  if (/^(bool|tinyint\(1\)|bit\(1\))/.test(name)) return GENERIC.boolean
  if (/^(tiny|small|medium|big)?int|^(integer|decimal|numeric|float|double|real)/.test(name)) return GENERIC.number
  return /^(char|varchar|(tiny|medium|long)?text|enum|set|json|(tiny|medium|long)?blob|binary|varbinary|bit)/.test(name)
    ? GENERIC.text
    : null
}
