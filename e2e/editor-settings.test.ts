import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { sqlEditor } from './pages/sql-editor.ts'
import { openStage } from './stage.ts'

const { app, browser } = await openStage({
  env: { SQLLAB_BACKEND_PERSISTENCE: '0', DEFAULT_SQLLAB_LIMIT: '77', SQLLAB_QUERY_RESULT_TIMEOUT: '1' },
})

it('keeps tabs only in the browser and asks for as many rows as the configuration says', async () => {
  const { page, faults, context } = await visit(browser, app)
  const kept: string[] = []
  page.on('request', (request) => {
    if (/tabstateview|tableschemaview/.test(request.url())) kept.push(request.url())
  })
  await signIn(page)
  const editor = sqlEditor(page)
  await editor.open()
  expect(await editor.text.textContent()).toMatch(/^-- .+SELECT \.\.\.$/)
  await page.getByRole('button', { name: 'Limit 77' }).waitFor()
  await editor.write('select count(*) as birds from penguins')
  const sent = page.waitForRequest(/sqllab\/execute/)
  await editor.run()
  expect((await sent).postDataJSON()).toMatchObject({ queryLimit: 77 })
  await editor.grid.getByText('344', { exact: true }).waitFor()
  await page.getByRole('treeitem', { name: /penguins/ }).click()
  await page.getByText(/Draft kept on this device/).waitFor()
  await page.reload()
  await editor.grid.getByText('344', { exact: true }).waitFor()
  expect(await editor.text.textContent()).toBe('select count(*) as birds from penguins')
  expect(kept).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('gives up on rows that do not come in the time of the configuration, and says how long that was and why it may be', async () => {
  const { page, context } = await visit(browser, app)
  await signIn(page)
  const editor = sqlEditor(page)
  await editor.open()
  const asked = page.waitForRequest(/sqllab\/results/)
  await page.route(/sqllab\/results/, () => undefined)
  await editor.write('select 1 as late')
  await editor.run()
  await asked
  await editor.results.getByText('Failed at retrieving results: Request timed out after 1 s').waitFor()
  await editor.results.getByText('Issue 1000 - The dataset is too large.').waitFor()
  await editor.results.getByText('Issue 1001 - The database is under unusual load.').waitFor()
  await context.close()
})
