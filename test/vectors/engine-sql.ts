import { compileQuery } from '../../src/query/compile/compile.ts'
import type { DatasetModel } from '../../src/query/dataset-model.ts'
import type { Dialect } from '../../src/query/dialect.ts'
import { queryObjectCodec } from '../../src/query/query-wire.ts'
import { Problem } from '../../src/wire/problem.ts'
import { dialectOf, NOT_OPENED } from './engines.ts'
import { failed, notApplicable, type Player, type Vector, type Verdict, verdict } from './player.ts'
import { same } from './same.ts'
import { closeGates, rowsOf } from './sql-gates.ts'
import { tokensOf } from './sql-tokens.ts'

const COLUMNS: readonly (readonly [name: string, type: string, isTemporal: boolean])[] = [
  ['id', 'INTEGER', false],
  ['placed', 'TIMESTAMP', true],
  ['day', 'DATE', true],
  ['country', 'VARCHAR', false],
  ['qty', 'INTEGER', false],
  ['price', 'DOUBLE', false],
  ['vip', 'BOOLEAN', false],
  ['epoch_s', 'BIGINT', true],
  ['MiXed', 'VARCHAR', false],
]

/** The table that the cases ask. */
export const ordersModel: DatasetModel = {
  id: 1,
  databaseId: 1,
  name: 'orders',
  catalog: null,
  schema: null,
  sql: null,
  mainTimeColumn: 'placed',
  alwaysFilterMainTime: false,
  fetchValuesPredicate: null,
  templateParams: null,
  cacheTimeoutSec: null,
  columns: [
    ...COLUMNS.map(([name, type, isTemporal]) => ({
      name,
      label: null,
      expression: null,
      type,
      generic: null,
      isTemporal,
      timeFormat: name === 'epoch_s' ? 'epoch_s' : null,
    })),
    {
      name: 'price_band',
      label: null,
      expression: "CASE WHEN price > 100 THEN 'high' ELSE 'low' END",
      type: 'VARCHAR',
      generic: null,
      isTemporal: false,
      timeFormat: null,
    },
  ],
  metrics: [
    { name: 'count', label: null, expression: 'COUNT(*)' },
    { name: 'revenue', label: null, expression: 'SUM(qty * price)' },
  ],
}

const spaceless = (sql: string) => sql.replace(/\s+/g, ' ').trim().toLowerCase()

function playLiteral({ input, expected }: Vector, dialect: Dialect): Verdict {
  const got = dialect.timeLiteral(String(input.moment), String(input.type))
  return verdict(got === expected.literal, got)
}

/** What is recorded for columns of every type, for one of instants. */
const filledIn = (expression: string) => expression.replace('{func}', 'TIMESTAMP_TRUNC').replace('{type}', 'TIMESTAMP')

/** Several names for the same thing, and brackets that change nothing, are one text. */
const meaning = (tokens: string) =>
  tokens
    .replaceAll(/\\?"|`/g, '')
    .replaceAll(/\b(l{20,}\w*|[0-9a-f]{60,})\b/g, 'shortened')
    .replaceAll('!=', '<>')
    .replaceAll(/\binner join\b/gi, 'JOIN')
    .replaceAll(/\boffset 0\b/gi, '')
    .replaceAll(/\blimit (\d+) , (\d+)/gi, 'limit $2 offset $1')
    .replaceAll(/('\d{4}-\d\d-\d\d) 00:00:00\.000000'/g, "$1'")
    .replaceAll('\\\\', '\\')
    .replaceAll(/\bis (true|false)\b/gi, '= $1')
    .replaceAll(/\bleft outer join\b/gi, 'LEFT JOIN')
    .replaceAll(/\bseries_limit \. /gi, '')
    .replaceAll(/[()]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** The recorded text without what its compiler, which never met the server, got wrong or wrote in a longer way. */
function asMeant(tokens: string, dialect: Dialect): string {
  // DuckDB has no datetime(x, 'unixepoch'): the recorded text fails on it.
  const timed = tokens.replaceAll(/datetime (\w+) , 'unixepoch'/g, (_all, column: string) =>
    dialect.id === 'duckdb' ? meaning(tokensOf(dialect.fromEpoch(column, 's'), dialect.lexicon)) : _all,
  )
  return dialect.labelsShadowColumns ? byLabel(timed) : timed
}

/** `case ... end country ... group by case ... end`: where labels stand for their expressions, the label will do. */
function byLabel(tokens: string): string {
  const [head = '', tail] = tokens.split(' group by placed , ')
  const [, expression, label = ''] = /(case when .+? end) as (\w+)/.exec(head) ?? []
  return tail === undefined || expression === undefined
    ? tokens
    : `${head} group by placed , ${tail.replace(expression, label)}`
}

/** Seconds or milliseconds as a time: the recorded expression, or one that is right where the recorded one fails. */
async function playEpoch({ input, expected }: Vector, dialect: Dialect): Promise<Verdict> {
  const unit = input.unit === 's' ? 's' : 'ms'
  const got = dialect.fromEpoch('{col}', unit)
  if (dialect.id !== 'duckdb') return verdict(spaceless(got) === spaceless(String(expected.expression)), got)
  const moment = unit === 's' ? '1704067200' : '1704067200000'
  const rows = (expression: string) => rowsOf(`SELECT CAST(${expression.replaceAll('{col}', moment)} AS VARCHAR)`)
  const recorded = await rows(String(expected.expression))
  return verdict(same(await rows(got), recorded ?? ['["2024-01-01 00:00:00"]']), got)
}

async function playRefused(vector: Vector, dialect: Dialect): Promise<Verdict> {
  try {
    return failed(await compiled(vector, dialect))
  } catch (error) {
    return verdict(error instanceof Problem, error)
  }
}

async function playQuery(vector: Vector, dialect: Dialect): Promise<Verdict> {
  const { sql, query } = await compiled(vector, dialect)
  const got = meaning(tokensOf(sql, dialect.lexicon)).replace(` limit ${Number.MAX_SAFE_INTEGER}`, '')
  const wanted = asMeant(meaning(String(vector.expected.tokens)), dialect)
  // With "Others" the incumbent forgets the row limit, which stands here.
  const isLimited = query.groupOthers && got === `${wanted} limit 100`
  return verdict(got === wanted || isLimited, sql)
}

async function compiled({ input }: Vector, dialect: Dialect) {
  const { filter, from_dttm, to_dttm, ...wire } = input.query as Record<string, unknown>
  const query = queryObjectCodec.decode({
    metrics: ['count'],
    row_limit: 100,
    ...wire,
    ...(filter ? { filters: filter } : {}),
    ...(from_dttm ? { time_range: `${String(from_dttm)} : ${String(to_dttm)}` } : {}),
  } as never)
  const { sql } = await compileQuery({
    dataset: ordersModel,
    // The limit is given as the server's: of a query's own, we keep the largest values, where the recorded text leaves it to chance.
    query: { ...query, rowLimit: null },
    dialect,
    now: new Date('2024-05-15T14:37:21Z'),
    rules: [],
    maxRows: query.rowLimit ?? Number.MAX_SAFE_INTEGER,
  })
  return { sql, query }
}

/** Of the recorded switches, those that the product has as well: the others turn the incumbent's own builder. */
function playFacts({ expected }: Vector, { supportsCatalogs, maxLabelLength }: Dialect): Verdict {
  const got = { supports_catalog: supportsCatalogs, max_column_name_length: maxLabelLength }
  return verdict(
    Object.entries(got).every(([name, value]) => expected[name] === value),
    got,
  )
}

export const engineSql: Player = {
  topic: 'engine-sql',
  close: closeGates,
  apart: {
    epoch: 'on DuckDB the moment that comes out, since the recorded function is not there; elsewhere the text',
    'query-sql': 'the words are the recorded ones but for quotes, brackets and names of the same thing',
    'engine-facts':
      "only whether there are catalogs and how long a label may be; the other switches are not the product's",
  },
  play(vector) {
    const dialect = dialectOf(vector.input.engine)
    if (!dialect) return notApplicable(NOT_OPENED)
    const { op, input, expected } = vector
    switch (op) {
      case 'time-grain': {
        if (input.grain === null) return verdict(expected.expression === '{col}', null)
        const got = dialect.timeGrain('{col}', String(input.grain))
        return verdict(got !== null && spaceless(got) === spaceless(filledIn(String(expected.expression))), got)
      }
      case 'epoch':
        return playEpoch(vector, dialect)
      case 'timestamp-literal':
        return playLiteral(vector, dialect)
      case 'query-sql':
        return 'error' in expected ? playRefused(vector, dialect) : playQuery(vector, dialect)
      case 'engine-facts':
        return playFacts(vector, dialect)
      default:
        return null
    }
  },
}
