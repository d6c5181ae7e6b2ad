import { expect, it } from 'vitest'
import { mysqlDialect } from '../../../engines/mysql/dialect.ts'
import { quoteStandardName } from '../../../query/dialect.ts'
import { groupedSql } from './grouped-sql.ts'
import { prettyValue } from './pretty-value.ts'

it.each([
  ['plain', 'plain'],
  ['[1,2', '[1,2'],
  ['{}', '{}'],
  [
    '{"a":[1,{"b":"x, y"}],"n":9007199254740993}',
    '{\n  "a": [\n    1,\n    {\n      "b": "x, y"\n    }\n  ],\n  "n": 9007199254740993\n}',
  ],
])('%s is shown as %s', (text, expected) => {
  expect(prettyValue(text)).toBe(expected)
})

it('groups a query by a column without touching it', () => {
  expect(groupedSql('select 1 as "a""b" -- x\n;', 'a"b', quoteStandardName)).toBe(
    'select "a""b", count(*) as "rows"\nfrom (\nselect 1 as "a""b" -- x\n\n) as q\ngroup by "a""b"\norder by "rows" desc',
  )
  expect(groupedSql('select `a b` from t', 'a b', mysqlDialect.quoteIdentifier)).toBe(
    'select `a b`, count(*) as `rows`\nfrom (\nselect `a b` from t\n) as q\ngroup by `a b`\norder by `rows` desc',
  )
})
