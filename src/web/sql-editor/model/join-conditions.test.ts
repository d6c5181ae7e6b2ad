import { expect, it } from 'vitest'
import { type JoinSide, joinPairs } from './join-conditions.ts'

const side = (alias: string, table: string | null, ...names: readonly string[]): JoinSide => ({
  alias,
  table,
  columns: names.map((name) => ({ name: name.replace('!', ''), isKey: name.endsWith('!') })),
})
const texts = (...sides: readonly JoinSide[]) =>
  joinPairs(sides).map(({ left, right }) => `${left.alias}.${left.column} = ${right.alias}.${right.column}`)

it.each([
  [
    'columns of the same name, keys first',
    [side('o', 'orders', 'country', 'customer_id'), side('c', 'customers', 'country', 'customer_id')],
    ['o.customer_id = c.customer_id', 'o.country = c.country'],
  ],
  [
    'a column that names the id of the other table',
    [side('o', 'orders', 'id', 'category_id'), side('c', 'categories', 'id', 'name')],
    ['o.category_id = c.id'],
  ],
  [
    'the same the other way round',
    [side('p', 'parent', 'id'), side('c', 'child', 'id', 'parent_id')],
    ['p.id = c.parent_id'],
  ],
  ['what the database calls a key', [side('a', 'a', 'x', 'y!'), side('b', 'b', 'x', 'y')], ['a.y = b.y', 'a.x = b.x']],
  ['only with the table that is joined last', [side('a', 'a', 'k'), side('b', 'b', 'k'), side('c', null, 'z')], []],
  ['nothing before the first table', [side('a', 'a', 'k')], []],
] as const)('%s', (_name, sides, expected) => {
  expect(texts(...sides)).toEqual(expected)
})
