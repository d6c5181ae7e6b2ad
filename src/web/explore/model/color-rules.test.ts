import { expect, it } from 'vitest'
import { asFormatRule } from '../../../charts/parts/conditional-format.ts'
import {
  colorColumns,
  colorRuleProblems,
  colorRulesIn,
  colorRuleWords,
  newColorRule,
  OPERATORS,
  targetCount,
  withOperator,
} from './color-rules.ts'
import type { DatasetColumn, ExploreDataset } from './wire.ts'

const RULE = { column: 'n', operator: '>', targetValue: 5, colorScheme: 'Green' } as const

it('reads saved rules with what it does not know, and leaves out what is none', () => {
  const saved = { ...RULE, toAllRow: true }
  expect(colorRulesIn([saved, null, { column: 'n' }, 'x'])).toEqual([saved])
  expect(colorRulesIn('nothing')).toEqual([])
})

it('keeps the first value over a change of the operator', () => {
  const between = withOperator(RULE, '≤ x <')
  expect(between).toEqual({
    column: 'n',
    operator: '≤ x <',
    targetValueLeft: 5,
    targetValueRight: null,
    colorScheme: 'Green',
  })
  expect(withOperator(between, '=')).toEqual({ ...RULE, operator: '=' })
  expect(withOperator(RULE, 'None')).toEqual({ column: 'n', operator: 'None', colorScheme: 'Green' })
})

it('says what is missing, and that a range has no values', () => {
  expect(colorRuleProblems(RULE)).toEqual({})
  expect(colorRuleProblems(newColorRule([]))).toEqual({ column: 'cannot be empty', target: 'cannot be empty' })
  const range = { ...RULE, operator: '< x <', targetValueLeft: 5, targetValueRight: null } as const
  expect(colorRuleProblems(range)).toEqual({ right: 'cannot be empty' })
  expect(colorRuleProblems({ ...range, targetValueRight: 5 })).toEqual({ right: 'has to be above the first' })
  expect(colorRuleProblems({ ...range, targetValueRight: 6 })).toEqual({})
})

it('writes every rule so that the chart reads it as it was meant', () => {
  for (const operator of OPERATORS) {
    const rule = { ...withOperator(RULE, operator), ...(targetCount(operator) === 2 ? { targetValueRight: 9 } : {}) }
    const counts = [
      [null, null, null],
      [5, null, null],
      [null, 5, 9],
    ] as const
    const [target, left, right] = counts[targetCount(operator)]
    expect(asFormatRule(rule)).toEqual({ column: 'n', operator, target, left, right, color: 'Green' })
  }
  expect(colorRuleWords({ ...RULE, operator: '≤ x <', targetValueLeft: 1, targetValueRight: 9 })).toBe('1 ≤ x < 9')
})

it('offers the columns of numbers that the chart shows', () => {
  const column = (column_name: string, type_generic: number) => ({ column_name, type_generic }) as DatasetColumn
  const dataset = {
    metrics: [{ metric_name: 'sales', verbose_name: 'Sales' }],
    columns: [column('age', 0), column('name', 1)],
  } as unknown as ExploreDataset
  const form = { metrics: ['sales'], percent_metrics: ['sales'], groupby: ['name', 'age'], all_columns: ['age'] }
  const names = (more: object) => colorColumns({ ...form, ...more }, dataset).map(({ name, title }) => [name, title])
  expect(names({ viz_type: 'table' })).toEqual([
    ['sales', 'Sales'],
    ['%sales', '% Sales'],
    ['age', 'age'],
  ])
  expect(names({ viz_type: 'table', query_mode: 'raw' })).toEqual([['age', 'age']])
  expect(names({ viz_type: 'pivot_table_v2' })).toEqual([['sales', 'Sales']])
})
