import { expect, it } from 'vitest'
import { duckdbFile } from '../test/duckdb-file.ts'
import { sqlEditor } from './pages/sql-editor.ts'
import { openSignedIn } from './stage.ts'

const source = await duckdbFile("create table cities as select 'Lyon' as city")
const env = { SIGHTLINE_NO_EXAMPLES: '1', SIGHTLINE_SOURCES: source.dir }
const { app, page, faults } = await openSignedIn({ env })

it('takes up the first database when there is one, and gives it to the tab that is written in', async () => {
  const editor = sqlEditor(page)
  await page.goto('/sqllab/')
  await page.getByText('No databases').waitFor()
  await editor.write('select city from cities')
  await page.getByText(/Saved on the server/).waitFor()
  const csrf = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const headers = { 'x-csrftoken': csrf.result, origin: app.base }
  const data = { database_name: 'travels', sqlalchemy_uri: `duckdb:///${source.path}`, expose_in_sqllab: true }
  expect((await page.request.post('/api/v1/database/', { headers, data })).status()).toBe(201)

  await page.getByRole('treeitem', { name: /cities/ }).waitFor()
  await editor.text.click()
  await editor.run()
  await editor.results.getByText(/· 1 row$/).waitFor()
  await page.reload()
  await page.getByRole('treeitem', { name: /cities/ }).waitFor()
  expect(await editor.text.textContent()).toBe('select city from cities')
  expect(faults).toEqual([])
})
