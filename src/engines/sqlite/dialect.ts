import { own } from '../../kernel/own.ts'
import { type Dialect, isoMicros, quoteStandardName, quoteStandardText } from '../../query/dialect.ts'
import { SQLITE_LEXICON } from './lexicon.ts'
import { genericOfDeclared } from './types.ts'

const minutes = (col: string, size: number) =>
  `DATETIME(STRFTIME('%Y-%m-%dT%H:%M:00', ${col}), printf('-%d minutes', CAST(strftime('%M', ${col}) AS INT) % ${size}))`
const seconds = (col: string, size: number) =>
  `DATETIME(${col}, printf('-%d seconds', CAST(strftime('%S', ${col}) AS INT) % ${size}))`

const GRAINS: Readonly<Record<string, (col: string) => string>> = {
  PT1S: (col) => `DATETIME(STRFTIME('%Y-%m-%dT%H:%M:%S', ${col}))`,
  PT5S: (col) => seconds(col, 5),
  PT30S: (col) => seconds(col, 30),
  PT1M: (col) => `DATETIME(STRFTIME('%Y-%m-%dT%H:%M:00', ${col}))`,
  PT5M: (col) => minutes(col, 5),
  PT10M: (col) => minutes(col, 10),
  PT15M: (col) => minutes(col, 15),
  PT30M: (col) => minutes(col, 30),
  'PT0.5H': (col) => minutes(col, 30),
  PT1H: (col) => `DATETIME(STRFTIME('%Y-%m-%dT%H:00:00', ${col}))`,
  PT6H: (col) =>
    `DATETIME(STRFTIME('%Y-%m-%dT%H:00:00', ${col}), printf('-%d hours', CAST(strftime('%H', ${col}) AS INT) % 6))`,
  P1D: (col) => `DATETIME(${col}, 'start of day')`,
  P1W: (col) => `DATETIME(${col}, 'start of day', -strftime('%w', ${col}) || ' days')`,
  '1969-12-28T00:00:00Z/P1W': (col) => `DATETIME(${col}, 'start of day', -strftime('%w', ${col}) || ' days')`,
  '1969-12-29T00:00:00Z/P1W': (col) =>
    `DATETIME(${col}, 'start of day', '-' || ((strftime('%w', ${col}) + 6) % 7) || ' days')`,
  'P1W/1970-01-03T00:00:00Z': (col) => `DATETIME(${col}, 'start of day', 'weekday 6')`,
  'P1W/1970-01-04T00:00:00Z': (col) => `DATETIME(${col}, 'start of day', 'weekday 0')`,
  P1M: (col) => `DATETIME(${col}, 'start of month')`,
  P3M: (col) => `DATETIME(${col}, 'start of month', printf('-%d month', (strftime('%m', ${col}) - 1) % 3))`,
  'P0.25Y': (col) => `DATETIME(${col}, 'start of month', printf('-%d month', (strftime('%m', ${col}) - 1) % 3))`,
  P1Y: (col) => `DATETIME(${col}, 'start of year')`,
}

export const sqliteDialect: Dialect<'sqlite'> = {
  id: 'sqlite',
  label: 'SQLite',
  uriSchemes: ['sqlite'],
  supportsCatalogs: false,
  maxLabelLength: null,
  lexicon: SQLITE_LEXICON,
  quoteIdentifier: quoteStandardName,
  quoteText: quoteStandardText,
  quoteBoolean: (value) => (value ? '1' : '0'),
  isBoolean: (expression, value) => `${expression} IS ${value ? '1' : '0'}`,
  timeGrain: (expression, grain) => own(GRAINS, grain)?.(expression) ?? null,
  grains: Object.keys(GRAINS).filter((grain) => !grain.includes('.')),
  timeLiteral: (iso, columnType) => {
    const isKnown = /^(TIMESTAMP|DATETIME|VARCHAR|TEXT|CHAR|STRING)/i.test(columnType ?? 'TEXT')
    return isKnown ? `'${isoMicros(iso).replace('T', ' ').slice(0, 19)}'` : null
  },
  fromEpoch: (expression, unit) => `datetime(${unit === 's' ? expression : `(${expression}/1000)`}, 'unixepoch')`,
  // SQLite takes OFFSET only after LIMIT; a limit of -1 is none.
  limit: (sql, rows, offset) =>
    rows === null && offset === 0 ? sql : `${sql}\nLIMIT ${rows ?? -1}${offset > 0 ? `\nOFFSET ${offset}` : ''}`,
  castToText: (expression) => `CAST(${expression} AS TEXT)`,
  likeAnyCase: (expression, pattern, isNegated) =>
    `lower(${expression}) ${isNegated ? 'NOT LIKE' : 'LIKE'} lower(${pattern})`,
  regexMatch: () => null,
  genericOf: genericOfDeclared,
}
