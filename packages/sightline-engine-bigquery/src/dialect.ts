import { own } from '../../../src/kernel/own.ts'
import { type Dialect, isoMicros, limitAtEnd } from '../../../src/query/dialect.ts'
import { GENERIC, type GenericType } from '../../../src/query/generic-type.ts'

type Grain = (expression: string, type: string) => string

const trunc =
  (part: string): Grain =>
  (expression, type) =>
    `${type}_TRUNC(${expression}, ${part})`
const seconds =
  (size: string): Grain =>
  (expression, type) =>
    `CAST(TIMESTAMP_SECONDS(${size} * DIV(UNIX_SECONDS(CAST(${expression} AS TIMESTAMP)), ${size})) AS ${type})`
const lastDay =
  (part: string): Grain =>
  (expression, type) =>
    `${type}_ADD(${trunc(part)(expression, type)}, INTERVAL 6 DAY)`

const GRAINS: Readonly<Record<string, Grain>> = {
  PT1S: seconds('1'),
  PT5S: seconds('5'),
  PT30S: seconds('30'),
  PT1M: seconds('60'),
  PT5M: seconds('5*60'),
  PT10M: seconds('10*60'),
  PT15M: seconds('15*60'),
  PT30M: seconds('30*60'),
  PT1H: trunc('HOUR'),
  PT6H: seconds('6*60*60'),
  P1D: trunc('DAY'),
  P1W: trunc('WEEK'),
  '1969-12-28T00:00:00Z/P1W': trunc('WEEK'),
  '1969-12-29T00:00:00Z/P1W': trunc('ISOWEEK'),
  'P1W/1970-01-03T00:00:00Z': lastDay('WEEK'),
  'P1W/1970-01-04T00:00:00Z': lastDay('ISOWEEK'),
  P1M: trunc('MONTH'),
  P3M: trunc('QUARTER'),
  P1Y: trunc('YEAR'),
}
/** A day has no smaller parts, so each of its times is the day itself. */
const BELOW_A_DAY = /^PT/
const MAX_LABEL = 128
const LABEL = /^[a-z_]\w*$/i
/** Beginnings of names that the engine keeps for itself. */
const KEPT = /^(_TABLE_|_FILE_|_PARTITION|_ROW_TIMESTAMP|__ROOT__|_COLIDENTIFIER)/i

export const bigqueryDialect: Dialect<'bigquery'> = {
  id: 'bigquery',
  label: 'BigQuery',
  uriSchemes: ['bigquery'],
  supportsCatalogs: false,
  maxLabelLength: MAX_LABEL,
  keepsLabel: (label) => LABEL.test(label) && !KEPT.test(label),
  // Of a label that is the name of a column, GROUP BY means the label.
  labelsShadowColumns: true,
  lexicon: {
    nameQuotes: { '`': '`' },
    backslashEscapes: true,
    backslashInNames: true,
    dollarQuotes: false,
    hashComments: true,
    nestedComments: false,
  },
  quoteIdentifier: (name) => `\`${name.replace(/[\\`]/g, '\\$&')}\``,
  quoteText: (value) => `'${value.replace(/[\\'\n\r]/g, (letter) => ESCAPES[letter] ?? letter)}'`,
  quoteBoolean: (value) => (value ? 'TRUE' : 'FALSE'),
  isBoolean: (expression, value) => `${expression} = ${value ? 'TRUE' : 'FALSE'}`,
  timeGrain,
  grains: Object.keys(GRAINS),
  timeLiteral,
  holdsInstants: (type) => /^TIMESTAMP\b/i.test(type),
  fromEpoch: (expression, unit) =>
    unit === 's' ? `TIMESTAMP_SECONDS(${expression})` : `TIMESTAMP_MILLIS(${expression})`,
  limit: limitAtEnd,
  castToText: (expression) => `CAST(${expression} AS STRING)`,
  likeAnyCase: (expression, pattern, isNegated) =>
    `lower(${expression}) ${isNegated ? 'NOT LIKE' : 'LIKE'} lower(${pattern})`,
  regexMatch: (expression, pattern) => `REGEXP_CONTAINS(${expression}, ${bigqueryDialect.quoteText(pattern)})`,
  definitionsCommit: true,
  genericOf,
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r' }

function timeGrain(expression: string, grain: string, type?: string | null): string | null {
  const kind = /^(DATETIME|DATE|TIMESTAMP)\b/i.exec(type ?? '')?.[1]?.toUpperCase() ?? 'TIMESTAMP'
  if (kind === 'DATE' && BELOW_A_DAY.test(grain) && own(GRAINS, grain)) return expression
  return own(GRAINS, grain)?.(expression, kind) ?? null
}

function timeLiteral(iso: string, columnType: string | null): string | null {
  const text = isoMicros(iso)
  const type = (columnType ?? 'TIMESTAMP').toUpperCase()
  if (/^DATETIME(?!64)/.test(type)) return `CAST('${text}' AS DATETIME)`
  if (/^TIMESTAMP/.test(type)) return `CAST('${text}' AS TIMESTAMP)`
  if (/^DATE$/.test(type)) return `CAST('${text.slice(0, 10)}' AS DATE)`
  return type === 'TIME' ? `CAST('${text.slice(11)}' AS TIME)` : null
}

function genericOf(type: string): GenericType | null {
  const name = type.toUpperCase()
  if (/^(ARRAY|STRUCT|RECORD|JSON|RANGE|GEOGRAPHY)/.test(name)) return GENERIC.text
  if (/^(TIMESTAMP|DATETIME|DATE|TIME|INTERVAL)/.test(name)) return GENERIC.time
  if (/^BOOL/.test(name)) return GENERIC.boolean
  if (/^(INT|FLOAT|NUMERIC|BIGNUMERIC|DECIMAL|BIGDECIMAL|SMALLINT|BIGINT|TINYINT|BYTEINT)/.test(name))
    return GENERIC.number
  return /^(STRING|BYTES)/.test(name) ? GENERIC.text : null
}
