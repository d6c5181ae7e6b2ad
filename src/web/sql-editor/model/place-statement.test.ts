import { expect, it } from 'vitest'
import { placeStatement } from './place-statement.ts'

it.each([
  ['an empty text', '', 'select 2', 'select 2'],
  ['a statement', 'select 1', 'select 2', 'select 1;\n\nselect 2'],
  ['a statement that ends', 'select 1;\n', 'select 2', 'select 1;\n\nselect 2'],
  ['a statement with a comment behind it', 'select 1 -- one', 'select 2', 'select 1 -- one\n;\n\nselect 2'],
  ['an ended statement with a comment behind it', 'select 1; -- one', 'select 2', 'select 1; -- one\n\nselect 2'],
  ['a comment alone', '-- nothing', 'select 2', '-- nothing\n\nselect 2'],
  ['a text that holds it', 'select 2;\nselect 1', 'select 2', 'select 2;\nselect 1'],
])('a statement is put below %s', (_name, text, sql, expected) => {
  const { insert, at, from } = placeStatement(text, sql)
  const placed = insert === '' ? text : text.slice(0, at) + insert
  expect(placed).toBe(expected)
  expect(placed.slice(from, from + sql.length)).toBe(sql)
})
