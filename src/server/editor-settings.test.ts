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

it('tells the page how many rows a new tab asks for, where tabs are kept and how long a chart may take', async () => {
  const server = await startServer({
    env: { DEFAULT_SQLLAB_LIMIT: '77', SQLLAB_BACKEND_PERSISTENCE: '0', SUPERSET_WEBSERVER_TIMEOUT: '3' },
  })
  const admin = await server.login()
  const page = await admin.send('GET', '/sqllab/', undefined, { accept: 'text/html' })
  const text = page.text.replaceAll('&quot;', '"').replaceAll('&#34;', '"')
  expect(text).toContain('"DEFAULT_SQLLAB_LIMIT":77')
  expect(text).toContain('"SQLLAB_BACKEND_PERSISTENCE":false')
  expect(text).toContain('"SUPERSET_WEBSERVER_TIMEOUT":3')
  await server.stop()
})

it('refuses a number that is none', () => {
  expect(() => readCommand([], { DEFAULT_SQLLAB_LIMIT: '0' })).toThrow('must be a whole number above 0')
  expect(() => readCommand([], { SQLLAB_DEFAULT_DBID: 'two' })).toThrow('SQLLAB_DEFAULT_DBID must be a whole number')
})
