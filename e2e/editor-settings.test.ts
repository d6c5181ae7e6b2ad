import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { sqlEditor } from './pages/sql-editor.ts'
import { openStage } from './stage.ts'

const { app, browser } = await openStage({ env: { SQLLAB_BACKEND_PERSISTENCE: '0', DEFAULT_SQLLAB_LIMIT: '77' } })

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
