import { describe, expect, it } from 'vitest'
import { addressParam, requestedByAddress } from './address.ts'
import { clientId } from './client-id.ts'
import { errorPlace, placeInTab } from './error-place.ts'
import { limitChoices, limitNote } from './limits.ts'
import { startQuery } from './queries.ts'
import { shownStatement, statementResults } from './statement-results.ts'
import { addTable, collapseTable, expandTable, removeTable } from './tables.ts'
import { parseTemplateParams } from './template-params.ts'
import { editor, queryStart, stateWith, table } from './test/build.ts'
import { queryFromWire, tabFromWire, type WireQuery } from './wire.ts'

it('client ids have 11 characters', () => {
  expect(clientId(new Uint8Array(32).fill(63))).toBe('___________')
  expect(clientId(Uint8Array.from({ length: 11 }, (_, i) => i * 7))).toMatch(/^[\w-]{11}$/)
})

describe('parameters of the address', () => {
  it.each([
    ['a=12', 'number', 12],
    ['a=x', 'number', null],
    ['a=false', 'boolean', false],
    ['a=0', 'boolean', false],
    ['a=1', 'boolean', true],
    ['a={"b":1}', 'object', { b: 1 }],
    ['a={', 'object', null],
    ['a=(b:!t)', 'rison', { b: true }],
    ['', 'boolean', null],
  ])('%s as %s', (search, kind, expected) => {
    expect(addressParam(new URLSearchParams(search), 'a', kind as 'number')).toEqual(expected)
  })

  it.each([
    ['/sqllab/', '?id=7', { kind: 'savedQuery', id: 7 }],
    ['/sqllab/', '?savedQueryId=8', { kind: 'savedQuery', id: 8 }],
    ['/sqllab/p/abc/', '', { kind: 'permalink', key: 'abc' }],
    ['/sqllab/', '?queryId=3', { kind: 'query', id: 3 }],
    ['/sqllab/', '?datasourceKey=5__table', { kind: 'dataset', id: 5, sql: null }],
    ['/sqllab/', '?datasourceKey=5', { kind: 'dataset', id: 5, sql: null }],
    ['/sqllab/', '?datasourceKey=nope__table&sql=x', { kind: 'dataset', id: 0, sql: 'x' }],
    ['/sqllab/', '?datasourceKey=', { kind: 'nothing' }],
    ['/sqllab/', '', { kind: 'nothing' }],
  ])('%s%s', (path, search, expected) => {
    expect(requestedByAddress(path, search)).toEqual(expected)
  })
})

it.each([
  [null, {}],
  ['  ', {}],
  ['{"a": 1}', { a: 1 }],
  ['[1]', null],
  ['{', null],
])('template parameters %j are %j', (text, expected) => {
  expect(parseTemplateParams(text)).toEqual(expected)
})

describe('limits', () => {
  it('offers powers of ten, the default and the most there is', () => {
    expect(limitChoices(1000, 100_000)).toEqual([10, 100, 1000, 10_000, 100_000])
    expect(limitChoices(500, 2000)).toEqual([10, 100, 500, 1000, 2000])
  })
  it.each([
    ['DROPDOWN', 1000, 1000, 'dropdown'],
    ['NOT_LIMITED', 1000, 1000, null],
    ['QUERY', 3, 3, 'query'],
    ['DROPDOWN', 20, 1000, null],
  ])('%s with %i of %i rows was cut by %s', (factor, rows, limit, expected) => {
    expect(limitNote(factor, rows, limit)).toBe(expected)
  })
})

describe('tables', () => {
  it('open once per tab, and expand again', () => {
    const opened = addTable(stateWith([editor('a')]), table('t', { name: 'x' }))
    const again = addTable(collapseTable(opened, 't'), table('t2', { name: 'x' }))
    expect(again.tables.map((entry) => [entry.id, entry.expanded])).toEqual([['t', true]])
    expect(expandTable(collapseTable(again, 't'), 't').tables[0]?.expanded).toBe(true)
    expect(removeTable(again, 't').tables).toEqual([])
  })
})

describe('results of statements', () => {
  const query = startQuery(stateWith([editor('a')]), queryStart('q', { sql: 'select 1; select * from t' }), 1).queries.q

  it('are those that the server keeps apart', () => {
    const statements = [
      {
        sql: 'select 1',
        from: 0,
        state: 'success',
        rows: 1,
        resultsKey: 'k1',
        columns: [],
        limitingFactor: null,
        error: null,
      },
      {
        sql: 'select * from t',
        from: 10,
        state: 'failed',
        rows: null,
        resultsKey: null,
        columns: [],
        limitingFactor: null,
        error: { message: 'no t', error_type: 'X' },
      },
    ]
    const results = query && statementResults({ ...query, state: 'failed', extra: { statements } })
    expect(results?.map((result) => [result.label, result.state, result.resultsKey, result.error?.message])).toEqual([
      ['select', 'success', 'k1', undefined],
      ['t', 'failed', null, 'no t'],
    ])
    expect(results && shownStatement(results)).toBe(1)
  })

  it('are one when the server knows only the whole', () => {
    const results = query && statementResults({ ...query, resultsKey: 'k', rows: 3 })
    expect(results?.map((result) => [result.state, result.resultsKey, result.rows])).toEqual([['pending', 'k', 3]])
  })
})

describe('the place of an error', () => {
  const failed = (sql: string, message: string, extra: Record<string, unknown> = {}) => ({
    sql,
    errorMessage: message,
    errors: [{ message, error_type: 'SYNTAX_ERROR', extra }],
  })

  it.each([
    ['line and column from the server', failed('select\n  nope', 'bad', { line: 2, column: 3 }), [2, 3, 9, 13]],
    [
      'a caret below the line',
      failed('select *\nfrom nope', 'Error: no table\n\nLINE 2: from nope\n             ^'),
      [2, 6, 14, 18],
    ],
    ['a name in the text', failed('select a, nope from t', 'Referenced column "nope" not found'), [1, 11, 10, 14]],
  ])('%s', (_name, query, expected) => {
    const place = errorPlace(query)
    expect([place?.line, place?.column, place?.from, place?.to]).toEqual(expected)
  })

  it('is unknown when nothing says it', () => {
    expect(errorPlace(failed('select 1', 'The worker ended'))).toBeNull()
  })

  it('is shifted to where the statement stands in the tab', () => {
    const place = errorPlace(failed('select nope', 'x', { line: 1, column: 8 }))
    expect(place && placeInTab(place, 'select 1;\nselect nope', 10)).toEqual({ line: 2, column: 8, from: 17, to: 21 })
  })
})

it('reads a query of the wire, with times as texts', () => {
  const wire = {
    id: 'q',
    serverId: 4,
    dbId: 1,
    schema: 'main',
    sql: 's',
    executedSql: null,
    state: 'success',
    progress: 100,
    rows: 3,
    limit: 10,
    limitingFactor: 'NOT_LIMITED',
    ctas: null,
    tempTable: null,
    tempSchema: null,
    startDttm: '1795242752738.916992',
    endDttm: null,
    sqlEditorId: '1',
    tab: 't',
    resultsKey: 'k',
    errorMessage: null,
    changed_on: '2026-01-01T00:00:00',
    extra: { columns: [{ name: 'a', type: 'INT', type_generic: 0 }] },
  } satisfies WireQuery
  expect(queryFromWire(wire)).toMatchObject({
    startDttm: 1795242752738.917,
    changedOn: Date.UTC(2026, 0, 1),
    ctas: false,
    columns: [{ column_name: 'a', type: 'INT', type_generic: 0, is_dttm: false }],
  })
})

it('knows nothing better of a query than what was sent', () => {
  const { id, state, extra } = { id: 'abcdefghijk', state: 'success', extra: null }
  expect(queryFromWire({ id, state, extra } as WireQuery)).toEqual({
    id,
    state,
    serverId: null,
    catalog: null,
    ctas: false,
    errors: [],
    columns: [],
    changedOn: 0,
    extra: {},
  })
})

it('reads a tab of the wire', () => {
  const tab = tabFromWire({
    id: 3,
    label: 'L',
    database_id: 1,
    catalog: null,
    schema: null,
    sql: 's',
    query_limit: 5,
    latest_query: null,
    autorun: true,
    template_params: null,
    hide_left_bar: false,
    saved_query: { id: 9 },
    extra_json: { updatedAt: 8 },
  })
  expect(tab).toMatchObject({ tabViewId: 3, updatedAt: 8, tab: { name: 'L', remoteId: 9, queryLimit: 5 } })
})
