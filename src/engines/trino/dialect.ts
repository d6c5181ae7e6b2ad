import { own } from '../../kernel/own.ts'
import { type Dialect, isoMicros, quoteStandardName, quoteStandardText, STANDARD_LEXICON } from '../../query/dialect.ts'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'

const cast = (col: string) => `CAST(${col} AS TIMESTAMP)`
const trunc = (unit: string) => (col: string) => `date_trunc('${unit}', ${cast(col)})`
const back = (unit: string, part: string, size: number) => (col: string) =>
  `date_trunc('${unit}', ${cast(col)}) - interval '1' ${part} * (${part}(${cast(col)}) % ${size})`

const GRAINS: Readonly<Record<string, (col: string) => string>> = {
  PT1S: trunc('second'),
  PT5S: back('second', 'second', 5),
  PT30S: back('second', 'second', 30),
  PT1M: trunc('minute'),
  PT5M: back('minute', 'minute', 5),
  PT10M: back('minute', 'minute', 10),
  PT15M: back('minute', 'minute', 15),
  PT30M: back('minute', 'minute', 30),
  'PT0.5H': back('minute', 'minute', 30),
  PT1H: trunc('hour'),
  PT6H: back('hour', 'hour', 6),
  P1D: trunc('day'),
  P1W: trunc('week'),
  '1969-12-28T00:00:00Z/P1W': (col) => `date_trunc('week', ${cast(col)} + interval '1' day) - interval '1' day`,
  '1969-12-29T00:00:00Z/P1W': trunc('week'),
  'P1W/1970-01-03T00:00:00Z': (col) => `date_trunc('week', ${cast(col)} + interval '1' day) + interval '5' day`,
  'P1W/1970-01-04T00:00:00Z': (col) => `date_trunc('week', ${cast(col)}) + interval '6' day`,
  P1M: trunc('month'),
  P3M: trunc('quarter'),
  P1Y: trunc('year'),
}

export const trinoDialect: Dialect<'trino'> = {
  id: 'trino',
  label: 'Trino',
  uriSchemes: ['trino', 'presto'],
  supportsCatalogs: true,
  maxLabelLength: null,
  lexicon: STANDARD_LEXICON,
  quoteIdentifier: quoteStandardName,
  quoteText: quoteStandardText,
  quoteBoolean: (value) => (value ? 'TRUE' : 'FALSE'),
  isBoolean: (expression, value) => `${expression} = ${value ? 'TRUE' : 'FALSE'}`,
  timeGrain: (expression, grain) => own(GRAINS, grain)?.(expression) ?? null,
  grains: Object.keys(GRAINS).filter((grain) => !grain.includes('.')),
  timeLiteral,
  fromEpoch: (expression, unit) => `from_unixtime(${unit === 's' ? expression : `(${expression}/1000)`})`,
  // Trino takes OFFSET before LIMIT.
  limit: (sql, rows, offset) =>
    `${sql}${offset > 0 ? `\nOFFSET ${offset}` : ''}${rows === null ? '' : `\nLIMIT ${rows}`}`,
  castToText: (expression) => `CAST(${expression} AS VARCHAR)`,
  likeAnyCase: (expression, pattern, isNegated) =>
    `lower(${expression}) ${isNegated ? 'NOT LIKE' : 'LIKE'} lower(${pattern})`,
  regexMatch: (expression, pattern) => `regexp_like(${expression}, ${quoteStandardText(pattern)})`,
  schemaChange: 'use',
  preparesFrom: true,
  genericOf,
}

function timeLiteral(iso: string, columnType: string | null): string | null {
  const text = isoMicros(iso).replace('T', ' ')
  const type = (columnType ?? 'TIMESTAMP').toUpperCase()
  if (/^DATE/.test(type)) return `DATE '${text.slice(0, 10)}'`
  return /^TIMESTAMP/.test(type) ? `TIMESTAMP '${text}'` : null
}

function genericOf(type: string): GenericType | null {
  const name = type.toLowerCase()
  if (/^(array|map|row|json)/.test(name)) return GENERIC.text
  if (/^(timestamp|date|time|interval)/.test(name)) return GENERIC.time
  if (/^bool/.test(name)) return GENERIC.boolean
  if (/^(tiny|small|big)?int|^(integer|decimal|real|double)/.test(name)) return GENERIC.number
  return /^(varchar|char|varbinary|uuid|ipaddress)/.test(name) ? GENERIC.text : null
}
