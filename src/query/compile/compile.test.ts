import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { duckdbDialect } from '../../engines/duckdb/dialect.ts'
import { sqliteDialect } from '../../engines/sqlite/dialect.ts'
import type { DatasetModel } from '../dataset-model.ts'
import { type FilterOperator, type FilterValue, queryObject } from '../query-object.ts'
import { scan } from '../sql/scan.ts'
import { compileQuery } from './compile.ts'
import type { CompileInput } from './types.ts'

const column = (name: string, type: string, isTemporal = false) => ({
  name,
  label: null,
  expression: null,
  type,
  generic: null,
  isTemporal,
  timeFormat: null,
})
const dataset: DatasetModel = {
  id: 1,
  databaseId: 1,
  name: 'orders',
  catalog: null,
  schema: 'main',
  sql: null,
  mainTimeColumn: 'placed',
  alwaysFilterMainTime: false,
  fetchValuesPredicate: null,
  templateParams: null,
  cacheTimeoutSec: null,
  columns: [
    column('placed', 'TIMESTAMP', true),
    column('shipped', 'TIMESTAMP', true),
    column('country', 'VARCHAR'),
    column('qty', 'INTEGER'),
  ],
  metrics: [{ name: 'count', label: 'Rows', expression: 'COUNT(*)' }],
}
const compile = (parts: Parameters<typeof queryObject>[0], rest: Partial<CompileInput> = {}) =>
  compileQuery({
    dataset,
    query: queryObject(parts),
    dialect: duckdbDialect,
    now: new Date('2024-05-15T14:37:21Z'),
    rules: [],
    maxRows: 1000,
    ...rest,
  })
const filter = (op: FilterOperator, name: string, value: FilterValue) => ({
  column: name,
  op,
  value,
  grain: null,
  isExtra: false,
})

describe('compileQuery', () => {
  it('says until when the same is compiled of it', async () => {
    const until = async (range: string, rest: Partial<CompileInput> = {}) =>
      (await compile({ columns: ['country'], filters: [filter('TEMPORAL_RANGE', 'placed', range)] }, rest)).sameUntil
    const now = Date.parse('2024-05-15T14:37:21Z')
    const endOfDay = Date.parse('2024-05-15T23:59:59Z')
    expect((await compile({ columns: ['country'] })).sameUntil).toBe(Number.POSITIVE_INFINITY)
    expect(await until('Last 7 days')).toBe(endOfDay)
    expect(await until('2024-01-01 : 2024-02-01')).toBe(endOfDay)
    expect(await until('Last 3 hours')).toBe(now)
    expect(await until('DATEADD(DATETIME("now"), -1, hour) : now')).toBe(now)
    const endInBerlin = Date.parse('2024-05-15T21:59:59Z')
    expect(await until('Last 7 days', { timeZone: 'Europe/Berlin' })).toBe(endInBerlin)
    expect(await until('Last 3 hours', { timeZone: 'Europe/Berlin' })).toBe(now)
  })

  it('writes labels, groups, order and limits', async () => {
    const { sql, columns } = await compile({
      columns: ['country'],
      metrics: ['count'],
      orderby: [['count', false]],
      rowLimit: 5,
    })
    expect(sql).toBe(
      'SELECT "country" AS "country", COUNT(*) AS "count"\nFROM "main"."orders"\nGROUP BY "country"\nORDER BY "count" DESC\nLIMIT 5',
    )
    expect(columns.map(({ name, isMetric }) => [name, isMetric])).toEqual([
      ['country', false],
      ['count', true],
    ])
  })

  it('sorts groups by a saved metric that has the name of a column, and rows by the column', async () => {
    const metrics = [...dataset.metrics, { name: 'qty', label: null, expression: 'SUM(qty)' }]
    const order = async (grouped: readonly string[] | null) => {
      const query = queryObject({ columns: ['country'], metrics: grouped, orderby: [['qty', false]] })
      return /ORDER BY (.*) DESC/.exec((await compile({}, { query, dataset: { ...dataset, metrics } })).sql)?.[1]
    }
    expect([await order(['count']), await order(null)]).toEqual(['SUM(qty)', '"qty"'])
  })

  it('reads raw rows without a group when there are no metrics', async () => {
    expect((await compile({ columns: ['country'] })).sql).not.toContain('GROUP BY')
    expect((await compile({ columns: ['country'], metrics: [] })).sql).toContain('GROUP BY "country"')
  })

  it('never returns more than the server allows', async () => {
    for (const rowLimit of [null, 0, 5_000_000]) {
      expect((await compile({ columns: ['country'], rowLimit })).sql).toMatch(/LIMIT 1000$/)
    }
  })

  it('puts row rules around the table, out of reach of the conditions of a chart', async () => {
    const { sql } = await compile(
      { columns: ['country'], extras: { where: '1 = 1 OR 2 = 2' } },
      { rules: [{ predicate: "country = 'Peru' OR qty > 8 -- own" }] },
    )
    expect(sql).toContain(
      `FROM (SELECT * FROM "main"."orders" WHERE (country = 'Peru' OR qty > 8 -- own\n)) AS "orders"`,
    )
    expect(sql).toContain('WHERE (1 = 1 OR 2 = 2)')
  })

  it('shows a metric once whose label is the name of a saved one before it', async () => {
    const metric = { kind: 'sql', sqlExpression: 'SUM(qty)', label: 'count' } as const
    const { sql, columns } = await compile({ columns: ['country'], metrics: ['count', metric] })
    expect(columns.map(({ name }) => name)).toEqual(['country', 'count'])
    expect(sql).not.toContain('SUM(qty)')
  })

  it('asks groups for what a filter on a saved metric says, and rows for nothing of it', async () => {
    const filters = [filter('>', 'count', 5), filter('IN', 'count', [7, 8]), filter('==', 'country', 'Peru')]
    const asked = await compile({
      columns: ['country'],
      metrics: ['count'],
      filters,
      extras: { having: 'MAX(qty) > 1' },
    })
    expect(asked.sql).toContain(`WHERE "country" = 'Peru'\nGROUP BY "country"`)
    expect(asked.sql).toContain('HAVING COUNT(*) > 5 AND COUNT(*) IN (7, 8) AND (MAX(qty) > 1)')
    expect(asked.rejectedFilters).toEqual([...Array(2)].map(() => ({ column: 'count', reason: 'not_in_datasource' })))
    expect((await compile({ columns: ['country'], filters })).sql).not.toContain('HAVING')
  })

  it('lets a dashboard range replace that of every time filter', async () => {
    const filters = [filter('TEMPORAL_RANGE', 'placed', 'Last year')]
    const { sql, from, to } = await compile({ metrics: ['count'], filters, timeRange: '2024-01-01 : 2024-02-01' })
    expect(sql).toContain(`"placed" >= '2024-01-01 00:00:00.000000' AND "placed" < '2024-02-01 00:00:00.000000'`)
    expect([from, to]).toEqual([Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1)])
  })

  it('bounds the truncated time where a time filter names a grain', async () => {
    const filters = [{ ...filter('TEMPORAL_RANGE', 'placed', '2024-01-15 : 2024-02-15'), grain: 'P1M' }]
    const { sql } = await compile({ metrics: ['count'], filters })
    expect(sql).toContain(`DATE_TRUNC('month', "placed") >= '2024-01-15 00:00:00.000000'`)
    expect(sql).toContain(`DATE_TRUNC('month', "placed") < '2024-02-15 00:00:00.000000'`)
  })

  it('lets a dashboard time column replace that of the chart', async () => {
    const filters = [filter('TEMPORAL_RANGE', 'placed', 'Last year')]
    const axis = {
      kind: 'column',
      sqlExpression: 'placed',
      label: 'placed',
      columnType: 'BASE_AXIS',
      timeGrain: 'P1M',
      isColumnReference: true,
    } as const
    const { sql } = await compile(
      { columns: [axis], metrics: ['count'], filters, granularity: 'shipped', timeRange: '2024-01-01 : 2024-02-01' },
      { formData: { x_axis: 'placed' } },
    )
    expect(sql).toContain(`DATE_TRUNC('month', "shipped") AS "shipped"`)
    expect(sql).toContain(`"shipped" >= '2024-01-01`)
    expect(sql).not.toContain('"placed"')
  })

  it('reports a filter on an unknown column and goes on', async () => {
    const { sql, rejectedFilters } = await compile({ metrics: ['count'], filters: [filter('==', 'nope', 'x')] })
    expect(sql).not.toContain('nope')
    expect(rejectedFilters).toEqual([{ column: 'nope', reason: 'not_in_datasource' }])
  })

  it('matches a regular expression where the engine can, and says where it cannot', async () => {
    const parts = { metrics: ['count'], filters: [filter('REGEX', 'country', "^G'")] }
    expect((await compile(parts)).sql).toContain("regexp_matches(\"country\", '^G''')")
    await expect(compile(parts, { dialect: sqliteDialect })).rejects.toMatchObject({
      body: 'Error: SQLite has no regular expressions for filters',
    })
  })

  it.each([
    [{ metrics: ['nope'] }, 400, "Error: Metric 'nope' does not exist"],
    [{ columns: ['nope'] }, 400, "Error: Columns missing in dataset: ['nope']"],
    [{}, 400, 'Error: Empty query?'],
    [{ metrics: ['count'], filters: [filter('IN', 'country', [])] }, 400, 'Error: Filter value list cannot be empty'],
    [{ metrics: ['count'], extras: { where: '1=1) or (1=1' } }, 400, 'Invalid SQL clause: 1=1) or (1=1'],
    [
      { metrics: ['count'], extras: { where: 'a in (select 1)' } },
      403,
      'Custom SQL fields cannot contain sub-queries.',
    ],
    [
      { metrics: ['count', { kind: 'sql', sqlExpression: 'MAX(qty)', label: 'Rows' }] },
      400,
      'Duplicate column/metric labels: "Rows". Please make sure all columns and metrics have a unique label.',
    ],
    [
      { metrics: [{ kind: 'sql', sqlExpression: '(SELECT 1)', label: 'x' }] },
      400,
      'Error: Custom SQL fields cannot contain sub-queries.',
    ],
    [
      { metrics: [{ kind: 'sql', sqlExpression: 'SUM(qty); DROP TABLE t', label: 'x' }] },
      422,
      'Custom SQL should have exactly one statement',
    ],
  ] as const)('refuses %j', async (parts, status, body) => {
    await expect(compile(parts as Parameters<typeof queryObject>[0])).rejects.toMatchObject({ status, body })
  })

  it.each([
    'a = 1 LIMIT 5',
    'a = 1 ORDER BY 2',
    'a = 1 GROUP BY b',
    "a = 'x' HAVING 1 = 1",
    'a, b',
    'a = 1 AND',
    '-- only',
  ])('refuses %s as a condition', async (where) => {
    await expect(compile({ metrics: ['count'], extras: { where } })).rejects.toMatchObject({
      status: 400,
      body: `Invalid SQL clause: ${where}`,
    })
  })

  it.each([
    'qty = 1 AND limit = 5',
    "{'a': 1, 'b': 2}.a = 1",
    'qty IN (1, 2)',
    'sum(qty) OVER (ORDER BY qty) > 1',
    "country IN ['a', 'b']",
  ])('takes %s as a condition', async (where) => {
    expect((await compile({ metrics: ['count'], extras: { where } })).sql).toContain(where)
  })

  it('takes custom SQL that ends as a statement does', async () => {
    const { sql } = await compile({
      columns: [
        {
          kind: 'column',
          sqlExpression: 'upper(country) ;',
          label: 'land',
          columnType: null,
          timeGrain: null,
          isColumnReference: false,
        },
      ],
      metrics: [{ kind: 'sql', sqlExpression: 'SUM(qty);\n', label: 'sold' }],
    })
    expect(sql).toContain('upper(country) AS "land", SUM(qty) AS "sold"')
  })

  it('needs the metric that ranks series only where series are limited', async () => {
    const asked = { columns: ['country'], metrics: ['count'], seriesLimitMetric: 'gone', seriesColumns: ['country'] }
    expect((await compile(asked)).sql).not.toContain('gone')
    await expect(compile({ ...asked, seriesLimit: 3 })).rejects.toMatchObject({
      body: "Error: Metric 'gone' does not exist",
    })
  })

  it('keeps any text of a filter inside its quotes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (value) => {
        const { sql } = await compile({ metrics: ['count'], filters: [filter('==', 'country', value)] })
        const words = scan(sql, duckdbDialect.lexicon).map(({ text }) => text)
        expect(words.slice(-2)).toEqual(['LIMIT', '1000'])
        expect(words.filter((word) => word === 'WHERE')).toHaveLength(1)
      }),
    )
  })
})
