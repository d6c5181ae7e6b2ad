import { beforeAll, expect, it } from 'vitest'
import { sqlEditor } from './pages/sql-editor.ts'
import { openSignedIn } from './stage.ts'

const { page } = await openSignedIn()
beforeAll(async () => {
  await sqlEditor(page).open()
})

const BROKEN = { status: 500, body: '' }

it('says that the text could not be stored when it is run, and names the way to keep it', async () => {
  const editor = sqlEditor(page)
  await editor.write('select 1 as first')
  await page.waitForResponse((answer) => /tabstateview/.test(answer.url()) && answer.request().method() === 'POST')
  const warned = page.waitForEvent('console', (message) => message.type() === 'warning')
  await page.route(/tabstateview\/\d+$/, (route) =>
    route.request().method() === 'PUT' ? route.fulfill(BROKEN) : route.continue(),
  )
  await editor.write('select 42 as answer')
  await editor.run()
  await page.getByText(/storing your query in the backend.*Save Query/).waitFor()
  await editor.grid.getByText('42', { exact: true }).waitFor()
  expect((await warned).text()).toContain('A tab could not be saved')
  await page.unroute(/tabstateview\/\d+$/)
})

it('says that opening or closing a table could not be stored', async () => {
  const table = page.getByRole('treeitem', { name: /penguins/ })
  const stored = page.waitForResponse((answer) => /tableschemaview\/$/.test(answer.url()))
  await table.click()
  await stored
  await page.route(/tableschemaview\/\d+\/expanded/, (route) => route.fulfill(BROKEN))
  await table.click()
  await page.getByText('An error occurred while collapsing the table').waitFor()
  await table.click()
  await page.getByText('An error occurred while expanding the table').waitFor()
})

it('tells a dataset that is not there from one whose SQL cannot be read', async () => {
  await page.goto('/sqllab/?datasourceKey=9999__table')
  await page.getByText("The datasource couldn't be loaded").waitFor()
  await page.route(/api\/v1\/dataset\/1\b/, (route) => route.fulfill(BROKEN))
  await page.goto('/sqllab/?datasourceKey=1__table')
  await page.getByText('An error occurred while loading the SQL').waitFor()
})

it('asks for the rows with the reply where a database runs nothing in the background', async () => {
  const editor = sqlEditor(page)
  await page.evaluate(async () => {
    const { result } = await (await fetch('/api/v1/security/csrf_token/')).json()
    const headers = { 'content-type': 'application/json', 'X-CSRFToken': result }
    await fetch('/api/v1/database/1', { method: 'PUT', headers, body: JSON.stringify({ allow_run_async: false }) })
  })
  await editor.open()
  await editor.write('select species from penguins group by 1 order by 1')
  const sent = page.waitForRequest(/sqllab\/execute/)
  await editor.run()
  expect((await sent).postDataJSON()).toMatchObject({ runAsync: false })
  await editor.grid.getByText('Chinstrap').waitFor()
})
