import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { sqlEditor } from './pages/sql-editor.ts'
import { openStage } from './stage.ts'

const { app, browser } = await openStage()

it('makes a chart of a result in its pane, without a dataset in the list, and opens Explore on it', async () => {
  const { page, faults, context } = await visit(browser, app)
  await signIn(page)
  const editor = sqlEditor(page)
  await editor.open()
  await editor.write('select species, island, count(*) as birds from penguins group by all order by all')
  await editor.run()
  await editor.grid.getByText('Adelie').first().waitFor()
  const datasets = async () => (await (await page.request.get('/api/v1/dataset/?q=(page_size:1)')).json()).count
  const before = await datasets()
  await editor.results.getByRole('tab', { name: 'Chart' }).click()
  const plot = editor.results.getByRole('region', { name: 'Chart' })
  await plot.getByRole('img', { name: /Bar chart.*Adelie/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/sqllab/')
  await editor.results.getByRole('radio', { name: 'Pie' }).check({ force: true })
  await plot.getByRole('img', { name: /Pie/ }).waitFor()
  expect(await datasets()).toBe(before)
  await editor.results.getByRole('tab', { name: /rows/ }).click()
  await editor.grid.getByText('Adelie').first().waitFor()
  await page.getByRole('toolbar').or(page.locator('main')).getByRole('button', { name: 'Chart' }).first().click()
  await editor.results.getByRole('button', { name: 'Open in Explore' }).click()
  await page.waitForURL(/\/explore\//)
  await page.getByRole('region', { name: 'Chart' }).getByRole('img').first().waitFor()
  expect(await datasets()).toBe(before)
  expect(faults).toEqual([])
  await context.close()
})
