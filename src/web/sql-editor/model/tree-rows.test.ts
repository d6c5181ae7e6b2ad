import { describe, expect, it } from 'vitest'
import { columnSign } from './column-sign.ts'
import type { TableColumn } from './state.ts'
import { type LoadedColumns, type LoadedTables, type TreeInput, tableKey, treeRows } from './tree-rows.ts'
import { usualSchema } from './usual-schema.ts'

const column = (name: string): TableColumn => ({ name, type: 'INTEGER', longType: 'INTEGER', comment: null, keys: [] })
const tables = (...names: string[]): LoadedTables => ({
  state: 'ready',
  tables: names.map((name) => ({ name, isView: false, rows: null })),
})
const columns = (...names: string[]): LoadedColumns => ({ state: 'ready', columns: names.map(column) })

const input = (given: Partial<TreeInput> = {}): TreeInput => ({
  schemas: ['main', 'staging'],
  openSchemas: new Set(['main']),
  openTables: new Set([tableKey('main', 'flights')]),
  tables: new Map([['main', tables('airports', 'flights')]]),
  columns: new Map([[tableKey('main', 'flights'), columns('origin', 'delay')]]),
  shown: new Map(),
  search: '',
  ...given,
})
const labels = (given: Partial<TreeInput> = {}) =>
  treeRows(input(given)).map(
    (row) => `${' '.repeat(row.level)}${row.isExpandable ? (row.isExpanded ? '-' : '+') : ''}${row.label}`,
  )

describe('the tree of tables', () => {
  it('draws what is open, in order', () => {
    expect(labels()).toEqual(['-main', ' +airports', ' -flights', '  origin', '  delay', '+staging'])
  })

  it.each([
    ['air', ['-main', ' +airports']],
    ['DELAY', ['-main', ' -flights', '  delay']],
    ['stag', ['+staging']],
    ['nothing', []],
  ])('searched for %s shows what holds it and what lies above', (search, expected) => {
    expect(labels({ search })).toEqual(expected)
  })

  it.each([
    [undefined, 'loading'],
    [{ state: 'failed', tables: [] } as LoadedTables, 'failed'],
    [tables(), 'empty'],
  ])('says when tables are not there: %j', (loaded, expected) => {
    const given = loaded === undefined ? new Map() : new Map([['main', loaded]])
    expect(labels({ tables: given, openTables: new Set() })).toEqual(['-main', ` ${expected}`, '+staging'])
  })

  it('shows a hundred tables, then the next hundred, and finds every one', () => {
    const many = tables(...Array.from({ length: 250 }, (_, i) => `t${i}`))
    const given = { schemas: ['main'], tables: new Map([['main', many]]), openTables: new Set<string>() }
    const shown = (count: number) => treeRows(input({ ...given, shown: new Map([['main', count]]) }))
    const first = treeRows(input(given))
    expect(first.filter(({ node }) => node.kind === 'table')).toHaveLength(100)
    expect(first.at(-1)?.node).toEqual({ kind: 'more', schema: 'main', shown: 100, count: 250 })
    expect(shown(200).filter(({ node }) => node.kind === 'table')).toHaveLength(200)
    expect(shown(300).filter(({ node }) => node.kind !== 'more')).toHaveLength(251)
    expect(labels({ ...given, search: 't249' })).toEqual(['-main', ' +t249'])
  })

  it('holds ten thousand tables with ids of their own', () => {
    const many = tables(...Array.from({ length: 10_000 }, (_, i) => `t${i}`))
    const shown = new Map([['main', 10_000]])
    const rows = treeRows(input({ tables: new Map([['main', many]]), openTables: new Set(), shown }))
    expect(new Set(rows.map((row) => row.id)).size).toBe(10_002)
  })
})

it.each([
  ['BIGINT', '12'],
  ['DECIMAL(10,2)', '.0'],
  ['TIMESTAMP WITH TIME ZONE', 'DT'],
  ['INTERVAL', 'DT'],
  ['BOOLEAN', 'TF'],
  ['VARCHAR', 'ab'],
  ['INTEGER[]', '{}'],
  ['STRUCT(a INTEGER)', '{}'],
])('a column of type %s has the sign %s', (type, sign) => {
  expect(columnSign(type)).toBe(sign)
})

it.each([
  [['b', 'main'], 'main'],
  [['b', 'a'], 'b'],
  [[], null],
])('of %j the usual schema is %s', (schemas, expected) => {
  expect(usualSchema(schemas)).toBe(expected)
})
