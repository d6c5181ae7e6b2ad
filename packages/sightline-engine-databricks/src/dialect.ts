import { own } from '../../../src/kernel/own.ts'
import { type Dialect, isoMicros, limitAtEnd } from '../../../src/query/dialect.ts'
import { GENERIC, type GenericType } from '../../../src/query/generic-type.ts'

type Grain = (col: string) => string

const trunc =
  (part: string): Grain =>
  (col) =>
    `date_trunc('${part}', ${col})`
const step =
  (part: string, size: number, above: string): Grain =>
  (col) =>
    `date_trunc('${above}', ${col}) + make_dt_interval(0, ${place(part, `floor(${part}(${col}) / ${size}) * ${size}`)})`
/** Where a part of a day stands among hours, minutes and seconds. */
const place = (part: string, value: string) =>
  ({ hour: `CAST(${value} AS INT)`, minute: `0, CAST(${value} AS INT)`, second: `0, 0, ${value}` })[part] ?? value
const sunday = (col: string) => `date_trunc('week', ${col} + interval '1' day)`

const GRAINS: Readonly<Record<string, Grain>> = {
  PT1S: trunc('second'),
  PT5S: step('second', 5, 'minute'),
  PT30S: step('second', 30, 'minute'),
  PT1M: trunc('minute'),
  PT5M: step('minute', 5, 'hour'),
  PT10M: step('minute', 10, 'hour'),
  PT15M: step('minute', 15, 'hour'),
  PT30M: step('minute', 30, 'hour'),
  PT1H: trunc('hour'),
  PT6H: step('hour', 6, 'day'),
  P1D: trunc('day'),
  P1W: trunc('week'),
  '1969-12-28T00:00:00Z/P1W': (col) => `${sunday(col)} - interval '1' day`,
  '1969-12-29T00:00:00Z/P1W': trunc('week'),
  'P1W/1970-01-03T00:00:00Z': (col) => `${sunday(col)} + interval '5' day`,
  'P1W/1970-01-04T00:00:00Z': (col) => `date_trunc('week', ${col}) + interval '6' day`,
  P1M: trunc('month'),
  P3M: trunc('quarter'),
  P1Y: trunc('year'),
}
const MAX_LABEL = 255

export const databricksDialect: Dialect<'databricks'> = {
  id: 'databricks',
  label: 'Databricks',
  uriSchemes: ['databricks'],
  supportsCatalogs: false,
  maxLabelLength: MAX_LABEL,
  lexicon: {
    nameQuotes: { '`': '`' },
    backslashEscapes: true,
    dollarQuotes: false,
    hashComments: false,
    nestedComments: true,
  },
  quoteIdentifier: (name) => `\`${name.replaceAll('`', '``')}\``,
  quoteText: (value) => `'${value.replace(/[\\']/g, '\\$&')}'`,
  quoteBoolean: (value) => (value ? 'TRUE' : 'FALSE'),
  isBoolean: (expression, value) => `${expression} = ${value ? 'TRUE' : 'FALSE'}`,
  timeGrain: (expression, grain) => own(GRAINS, grain)?.(expression) ?? null,
  grains: Object.keys(GRAINS),
  timeLiteral,
  holdsInstants: (type) => /^TIMESTAMP(?!_NTZ)/i.test(type),
  fromEpoch: (expression, unit) => `${unit === 's' ? 'timestamp_seconds' : 'timestamp_millis'}(${expression})`,
  limit: limitAtEnd,
  castToText: (expression) => `CAST(${expression} AS STRING)`,
  likeAnyCase: (expression, pattern, isNegated) =>
    `lower(${expression}) ${isNegated ? 'NOT LIKE' : 'LIKE'} lower(${pattern})`,
  regexMatch: (expression, pattern) => `${expression} RLIKE ${databricksDialect.quoteText(pattern)}`,
  definitionsCommit: true,
  genericOf,
}

function timeLiteral(iso: string, columnType: string | null): string | null {
  const text = isoMicros(iso).replace('T', ' ')
  const type = (columnType ?? 'TIMESTAMP').toUpperCase()
  if (/^DATE$/.test(type)) return `DATE '${text.slice(0, 10)}'`
  if (/^TIMESTAMP_NTZ/.test(type)) return `TIMESTAMP_NTZ '${text}'`
  return /^TIMESTAMP/.test(type) ? `TIMESTAMP '${text}'` : null
}

function genericOf(type: string): GenericType | null {
  const name = type.toUpperCase()
  if (/^(ARRAY|MAP|STRUCT|VARIANT|OBJECT)/.test(name)) return GENERIC.text
  if (/^(TIMESTAMP|DATE|TIME|INTERVAL)/.test(name)) return GENERIC.time
  if (/^BOOL/.test(name)) return GENERIC.boolean
  if (/^(TINYINT|SMALLINT|INT|BIGINT|LONG|SHORT|BYTE|FLOAT|DOUBLE|REAL|DECIMAL|NUMERIC|DEC)/.test(name))
    return GENERIC.number
  return /^(STRING|CHAR|VARCHAR|BINARY|GEO|VOID)/.test(name) ? GENERIC.text : null
}
