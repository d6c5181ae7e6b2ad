import { expect, it } from 'vitest'
import { EMPTY_RULE, ruleBodyOf, ruleFaults, ruleFormOf, standingFaults } from './row-rule-form.ts'

const row = {
  id: 3,
  name: 'east',
  description: null,
  filter_type: 'Base' as const,
  tables: [{ id: 1, schema: 'main', table_name: 'orders' }],
  roles: [{ id: 4, name: 'Gamma' }],
  group_key: 'region',
  clause: "region = 'east'",
}

it('sends back what it was given', () => {
  const { id: _, tables, roles, ...rest } = row
  expect(ruleBodyOf(ruleFormOf(row))).toEqual({ ...rest, tables: [1], roles: [4] })
})

it('says what is missing until it is there', () => {
  const faults = ruleFaults(EMPTY_RULE)
  expect(Object.keys(faults)).toEqual(['tables', 'clause'])
  expect(Object.keys(standingFaults(faults, { tableIds: [1] }))).toEqual(['clause'])
  expect(ruleFaults(ruleFormOf(row))).toEqual({})
})
