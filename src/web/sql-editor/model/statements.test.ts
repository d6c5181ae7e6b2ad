import { describe, expect, it } from 'vitest'
import { selectedOrAll, textAgain, textToRun } from './run-text.ts'
import { cteNames, sourcesOf } from './scope.ts'
import { isBlankSql, statementAt, statementLabel, statementRanges } from './statements.ts'

const texts = (sql: string) => statementRanges(sql).map((range) => sql.slice(range.from, range.to))

describe('statements of a text', () => {
  it.each([
    ['select 1', ['select 1']],
    ['select 1; select 2;', ['select 1', 'select 2']],
    [' select \';\' ; select ";"', ["select ';'", 'select ";"']],
    ['-- a; b\nselect 1', ['select 1']],
    ['/* ; /* ; */ ; */ select 1; -- end', ['select 1']],
    ['select $$;$$; select $x$ ; $$ $x$', ['select $$;$$', 'select $x$ ; $$ $x$']],
    [
      "select '{{ a; b }}'; select {{ f(';') }} {% if x; %} 1 {% endif %}",
      ["select '{{ a; b }}'", "select {{ f(';') }} {% if x; %} 1 {% endif %}"],
    ],
    ["select 'it''s; fine'", ["select 'it''s; fine'"]],
    ["select 'unclosed; select 2", ["select 'unclosed; select 2"]],
    [';;  ;', []],
  ])('%j', (sql, expected) => {
    expect(texts(sql)).toEqual(expected)
  })

  it.each([
    [0, 'select 1'],
    [9, 'select 1'],
    [12, 'select 2'],
    [99, 'select 2'],
  ])('at %i stands %s', (position, expected) => {
    const sql = 'select 1;\n\nselect 2'
    const range = statementAt(statementRanges(sql), position)
    expect(sql.slice(range?.from, range?.to)).toBe(expected)
  })

  it('knows a text of blanks and comments as blank', () => {
    expect(isBlankSql(' -- x\n /* y */ ;')).toBe(true)
    expect(isBlankSql("select '--'")).toBe(false)
  })

  it.each([
    ['with w as (select * from a) select * from w order by 1', 'w'],
    ['select * from main."Big table" t', 'Big table'],
    ['create or replace temp table late as select 1', 'late'],
    ['insert into x.y values (1)', 'y'],
    ['select 1', 'select'],
  ])('%s is called %s', (sql, expected) => {
    expect(statementLabel(sql)).toBe(expected)
  })
})

describe('what Run sends', () => {
  const sql = '-- first\nselect 1;\nselect 2; select 3\n'
  const run = (from: number, to: number, mode: 'statement' | 'all') => {
    const text = textToRun(sql, { from, to }, mode)
    return text && [text.sql, text.from]
  }

  it.each([
    ['the statement under the cursor', 22, 22, 'statement', ['select 2', 19]],
    ['the first one at the start', 0, 0, 'statement', ['select 1', 9]],
    ['everything on Run all', 0, 0, 'all', ['select 1;\nselect 2; select 3', 9]],
    ['the selected text, whatever was pressed', 19, 36, 'all', ['select 2; select ', 19]],
  ] as const)('is %s', (_name, from, to, mode, expected) => {
    expect(run(from, to, mode)).toEqual(expected)
  })

  it('is nothing when there are only comments', () => {
    expect(textToRun('-- x', { from: 0, to: 0 }, 'all')).toBeNull()
  })

  it('takes the whole text for estimates when only blanks are selected', () => {
    expect(selectedOrAll(sql, { from: 18, to: 19 })).toBe(sql)
    expect(selectedOrAll(sql, { from: 9, to: 17 })).toBe('select 1')
  })
})

it.each([
  ['where it was', 'select 1;\nselect 1', { sql: 'select 1', sqlFrom: 10 }, 10],
  ['where it has moved to', '-- new\nselect 2', { sql: 'select 2', sqlFrom: 0 }, 7],
  ['where nobody knows the place', 'select 1;\nselect 2', { sql: 'select 2', sqlFrom: null }, 10],
  ['nowhere', 'select 3', { sql: 'select 2', sqlFrom: 0 }, null],
] as const)('what ran is run again %s', (_name, text, ran, from) => {
  expect(textAgain(text, ran)).toEqual(from === null ? null : { sql: ran.sql, from })
})

describe('what FROM names', () => {
  it.each([
    [
      'select * from flights f join main.airports as a on a.x = f.x',
      [
        ['flights', 'f'],
        ['main.airports', 'a'],
      ],
    ],
    [
      'select * from a, b x where 1',
      [
        ['a', 'a'],
        ['b', 'x'],
      ],
    ],
    ['select * from "My Table"', [['My Table', 'My Table']]],
    [
      'select * from (select x, y as z from inner_t) s',
      [
        [null, 's'],
        ['inner_t', 'inner_t'],
      ],
    ],
    ['select 1', []],
    ['select * from', []],
  ])('%s', (sql, expected) => {
    expect(sourcesOf(sql).map((source) => [source.table, source.alias])).toEqual(expected)
  })

  it('tells the columns of common table expressions and sub-queries', () => {
    const sql = "with w as (select date_trunc('week', f.at) as week, f.carrier from flights f) select  from w x"
    expect(cteNames(sql)).toEqual(['w'])
    expect(sourcesOf(sql).find((source) => source.alias === 'x')?.columns).toEqual(['week', 'carrier'])
  })
})
