import { expect, it } from 'vitest'
import type { QueryObject } from '../query/query-object.ts'
import { queryObjectCodec } from '../query/query-wire.ts'
import { findAnyChart } from './every-chart.ts'
import cases from './golden-queries.json' with { type: 'json' }

const COMMON = {
  datasource: '5__table',
  row_limit: 1000,
  adhoc_filters: [
    {
      clause: 'WHERE',
      expressionType: 'SIMPLE',
      subject: 'order_date',
      operator: 'TEMPORAL_RANGE',
      comparator: '2024-01-01 : 2025-01-01',
    },
  ],
}

/** The incumbent's older builders left the flag out; its server takes a bare name either way. */
const isReference = (query: QueryObject): QueryObject => ({
  ...query,
  columns: query.columns.map((column) =>
    typeof column !== 'string' && column.columnType === 'BASE_AXIS' ? { ...column, isColumnReference: true } : column,
  ),
})

it.each(cases)('asks what the incumbent asks: $name', ({ formData, queries }) => {
  const chart = findAnyChart(formData.viz_type)
  const options = chart?.options.parse({ ...COMMON, ...formData, server_page: 2 })
  const expected = queries.map((query) => isReference(queryObjectCodec.parse(query)))
  expect(chart?.query(options)).toEqual(expected)
})
