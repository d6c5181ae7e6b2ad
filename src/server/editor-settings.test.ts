import { expect, it } from 'vitest'
import { startServer } from '../../test/server.ts'
import { readCommand } from './settings.ts'

it('tells the page which database a new tab has and how long rows are waited for', async () => {
  const server = await startServer({ env: { SQLLAB_DEFAULT_DBID: '2', SQLLAB_QUERY_RESULT_TIMEOUT: '1' } })
  const admin = await server.login()
  const page = await admin.send('GET', '/sqllab/', undefined, { accept: 'text/html' })
  const text = page.text.replaceAll('&quot;', '"').replaceAll('&#34;', '"')
  expect(text).toContain('"SQLLAB_DEFAULT_DBID":2')
  expect(text).toContain('"SQLLAB_QUERY_RESULT_TIMEOUT":1')
  await server.stop()
})

it('refuses a number that is none', () => {
  expect(() => readCommand([], { SQLLAB_DEFAULT_DBID: 'two' })).toThrow('SQLLAB_DEFAULT_DBID must be a whole number')
})
