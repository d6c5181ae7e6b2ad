import { expect, it } from 'vitest'
import { parseJson } from '../../kernel/parse-json.ts'
import { readAnswer } from './chart-answer.ts'
import { chartRequest } from './chart-request.ts'

it('keeps integers beyond 2^53 and the filters that were not applied', () => {
  const body = parseJson(
    '{"result":[{"colnames":["c","n"],"coltypes":[1,0],"data":[{"c":"a","n":9007199254740993},{"c":null,"n":null}],"rowcount":2,"applied_filters":[{"column":"c"}],"rejected_filters":[{"column":"x","reason":"not_in_datasource"}],"query":"SELECT 1","is_cached":true}]}',
  )
  expect(readAnswer(body, 12)).toMatchObject({
    frames: [
      {
        names: ['c', 'n'],
        generics: [1, 0],
        columns: [
          ['a', null],
          ['9007199254740993', null],
        ],
        rowCount: 2,
      },
    ],
    applied: ['c'],
    rejected: [{ column: 'x', reason: 'not_in_datasource' }],
    isCached: true,
  })
})

it('puts the filters of a dashboard on top of those of the chart', () => {
  const form = { datasource: '5__table', viz_type: 'pie', groupby: ['c'], metric: 'count' }
  const extra = { filters: [{ col: 'c', op: 'IN', val: ['a'] }], time_range: 'Last week' }
  expect(chartRequest(form, { extra })?.queries[0]).toMatchObject({
    filters: [{ column: 'c', op: 'IN', value: ['a'] }],
    timeRange: 'Last week',
  })
})
