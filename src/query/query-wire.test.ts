import { describe, expect, it } from 'vitest'
import { queryContextCodec, readQueryContext } from './query-wire.ts'

const body = (query: Record<string, unknown>) => ({ datasource: { id: 1, type: 'table' }, queries: [query] })

describe('readQueryContext', () => {
  it('understands older names', () => {
    const { queries } = readQueryContext(
      body({
        groupby: ['a'],
        granularity_sqla: 't',
        since: '7 days ago',
        until: 'now',
        timeseries_limit: '5',
        having: 'x > 1',
      }),
    )
    expect(queries[0]).toMatchObject({
      columns: ['a'],
      granularity: 't',
      timeRange: '7 days ago : now',
      seriesLimit: 5,
      extras: { having: 'x > 1' },
    })
  })

  it('leaves out columns without a name, and orders once by what is named twice', () => {
    const { queries } = readQueryContext(
      body({
        columns: ['a', '', null],
        metrics: ['count'],
        orderby: [
          ['count', false],
          ['a', true],
          ['count', true],
        ],
      }),
    )
    expect(queries[0]?.columns).toEqual(['a'])
    expect(queries[0]?.orderby).toEqual([
      ['count', false],
      ['a', true],
    ])
  })

  it('reads back what it writes', () => {
    const read = readQueryContext(
      body({
        columns: ['a', { sqlExpression: 'upper(b)', label: 'B', expressionType: 'SQL' }],
        metrics: ['count', { expressionType: 'SIMPLE', column: { column_name: 'x' }, aggregate: 'SUM' }],
        filters: [{ col: 'a', op: 'in', val: ['x', null] }],
        orderby: [[{ expressionType: 'SQL', sqlExpression: 'SUM(x)', label: 's', hasCustomLabel: true }, false]],
        post_processing: [null, { operation: 'flatten' }],
      }),
    )
    const wire = JSON.parse(JSON.stringify(queryContextCodec.encode(read)))
    expect(readQueryContext(wire)).toEqual(read)
  })

  it('takes a metric that names no column as the saved metric of its label', () => {
    const metrics = [{ expressionType: 'SIMPLE', aggregate: 'SUM', label: 'total' }]
    expect(readQueryContext(body({ metrics })).queries[0]?.metrics).toEqual(['total'])
  })

  it.each([
    [{ filters: [{ col: 'a' }] }, "{'queries': {0: {'filters': {0: {'op': ['Missing data for required field.']}}}}}"],
    [{ row_limit: -1 }, "{'queries': {0: {'row_limit': ['`row_limit` must be greater than or equal to 0']}}}"],
    [{ extras: 'x' }, "{'queries': {0: {'extras': {'_schema': ['Invalid input type.']}}}}"],
    [{ columns: {} }, "{'queries': {0: {'columns': ['Not a valid list.']}}}"],
  ])('refuses %j', (query, tree) => {
    expect(() => readQueryContext(body(query))).toThrow(`Request is incorrect: ${tree}`)
  })
})
