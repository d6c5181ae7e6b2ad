import { expect, it } from 'vitest'
import { failureTitle, issueTexts, missingParameters, plainMessage } from './failure-texts.ts'
import { readHandedOver, readPosted } from './posted.ts'

it.each([
  ['{"datasourceKey":"5__table","sql":"select 1"}', 5, 'select 1'],
  [{ sql: 'select 2', dbId: 3, schema: 'main' }, null, 'select 2'],
  [{ requested_query: { sql: 'select 3' } }, null, 'select 3'],
])('a posted query %j is read', (value, datasetId, sql) => {
  const posted = readPosted(value)
  expect([posted?.datasetId, posted?.tab.sql]).toEqual([datasetId, sql])
})

it('keeps the catalog that was asked for', () => {
  expect(readPosted({ sql: 'select 1', dbId: 3, catalog: 'c' })?.tab).toMatchObject({ catalog: 'c', schema: null })
})

it('reads the fields of a form, which are texts', () => {
  expect(readPosted({ sql: 'select 1', dbId: '3', schema: 'main' })?.tab).toMatchObject({ dbId: 3, schema: 'main' })
  expect(readPosted({ sql: 'select 1', dbId: 'x' })?.tab.dbId).toBeUndefined()
})

it.each([[null], ['{'], [{ dbId: 1 }], [[]]])('%j is no query', (value) => {
  expect(readPosted(value)).toBeNull()
})

it('reads what a navigation hands over', () => {
  expect(readHandedOver({ usr: { requestedQuery: { sql: 'x' } } })?.tab.sql).toBe('x')
  expect(readHandedOver({ usr: null })).toBeNull()
})

it.each([
  ['TABLE_DOES_NOT_EXIST_ERROR', 'Table not found'],
  ['CONNECTION_PORT_CLOSED_ERROR', 'The database could not be reached'],
  ['SOMETHING_ELSE', 'The query failed'],
  [null, 'The query failed'],
])('an error of type %s is titled %s', (type, title) => {
  expect(failureTitle(type)).toBe(title)
})

it('a statement that the editor does not run is told from tables that may not be read', () => {
  const type = 'DATABASE_SECURITY_ACCESS_ERROR'
  const refused = { error_type: type, message: 'No files', level: 'error', extra: { refusals: ['No files'] } }
  expect(failureTitle(type, refused)).toBe('The editor does not run this statement')
  expect(failureTitle(type, { ...refused, extra: null })).toBe('No access to this database')
})

it.each([
  ['duckdb error: Catalog Error: no t\n\nLINE 1: x\n  ^', 'Catalog Error: no t'],
  ['plain', 'plain'],
  ['Unexpected error: no t', 'Unexpected error: no t'],
])('of %j the reader sees %s', (message, shown) => {
  expect(plainMessage(message)).toBe(shown)
})

it('reads issues and missing parameters, whatever is there', () => {
  const error = (extra: Record<string, unknown> | null) => ({ message: '', error_type: '', extra })
  expect(issueTexts(error({ issue_codes: [{ code: 1, message: 'Issue 1' }, 'x'] }))).toEqual(['Issue 1'])
  expect(issueTexts(error(null))).toEqual([])
  expect(missingParameters(error({ undefined_parameters: ['a', 'b'] }))).toEqual(['a', 'b'])
})
