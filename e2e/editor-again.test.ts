import { beforeAll, expect, it } from 'vitest'
import { sqlEditor } from './pages/sql-editor.ts'
import { openSignedIn } from './stage.ts'

/** What a press on a button of a run or of the toolbar does to the text, and that it does no more. */
const { page } = await openSignedIn()
const editor = sqlEditor(page)
beforeAll(() => editor.open())

it('runs again what ran, wherever the cursor is by then', async () => {
  await editor.write('select nothing_there;\nselect 2 as second')
  await page.keyboard.press('ControlOrMeta+Home')
  await editor.run()
  await editor.results.getByText('Column not found').waitFor()
  await page.keyboard.press('ControlOrMeta+End')
  const again = page.waitForRequest(/sqllab\/execute/)
  await editor.results.getByRole('button', { name: 'Run again' }).click()
  expect((await again).postDataJSON().sql).toBe('select nothing_there')
  await editor.results.getByText('Column not found').waitFor()
  await page.keyboard.press('ControlOrMeta+Home')
  await editor.text.click()
  await page.keyboard.press('ControlOrMeta+Home')
  for (let i = 0; i < 'select '.length; i += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('1 as ')
  const mended = page.waitForRequest(/sqllab\/execute/)
  await editor.results.getByRole('button', { name: 'Run again' }).click()
  expect((await mended).postDataJSON().sql).toBe('select 1 as nothing_there')
})

it('puts a statement of the list of runs below the text, or shows where it stands', async () => {
  await editor.write('select 10 as ten')
  await editor.run()
  await editor.grid.getByText('10', { exact: true }).waitFor()
  await editor.write('select 11 as eleven')
  await page.getByRole('tab', { name: 'Runs' }).click()
  const put = editor.results
    .getByRole('row')
    .filter({ hasText: 'ten' })
    .getByRole('button', { name: 'Put into the editor' })
  await put.click()
  const lines = () => editor.text.locator('.cm-line').allTextContents()
  const both = ['select 11 as eleven;', '', 'select 10 as ten']
  expect(await lines()).toEqual(both)
  await put.click()
  expect(await lines()).toEqual(both)
  await page.getByRole('button', { name: 'Run selection' }).waitFor()
})

it('leaves a text as it is that was typed on while it was formatted, or where the answer is none', async () => {
  await editor.write('select a,b from c')
  await page.route(/format_sql/, async (route) => {
    await page.keyboard.type(' where d')
    await route.continue()
  })
  await page.getByRole('button', { name: 'Format SQL' }).click()
  await page.getByText('The text has changed meanwhile and was left as it is').waitFor()
  expect(await editor.text.textContent()).toBe('select a,b from c where d')
  await page.unroute(/format_sql/)
  for (const body of ['{}', '[]', '{"result":null}', 'null']) {
    await page.route(/format_sql/, (route) => route.fulfill({ contentType: 'application/json', body }))
    await page.getByRole('button', { name: 'Format SQL' }).click()
    await page.getByText('Sorry, an error occurred').waitFor()
    await page.getByText('Sorry, an error occurred').locator('..').getByRole('button').last().click()
    expect(await editor.text.textContent(), body).toBe('select a,b from c where d')
    await page.unroute(/format_sql/)
  }
})

it('copies no link that the server did not give', async () => {
  await page.evaluate(() => navigator.clipboard.writeText('before'))
  await page.route(/sqllab\/permalink/, (route) => route.fulfill({ json: {} }))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await page.getByText('Sorry, an error occurred').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before')
  await page.unroute(/sqllab\/permalink/)
})

it('opens no link that brings no text', async () => {
  await page.route(/sqllab\/permalink\/gone/, (route) => route.fulfill({ json: {} }))
  await page.goto('/sqllab/p/gone')
  await page.getByText("The query couldn't be loaded").waitFor()
  await editor.text.waitFor()
  await page.unroute(/sqllab\/permalink\/gone/)
})

it('begins a list of choices with the one that holds', async () => {
  await page.getByRole('button', { name: /^Limit/ }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^1,000/)
  await page.keyboard.press('Escape')
})

it('picks a column by any place of its head', async () => {
  await editor.write('select 40 as n union all select 2')
  await editor.run()
  await editor.grid.getByText('40', { exact: true }).first().waitFor()
  const head = editor.grid.getByRole('columnheader', { name: 'n' })
  const { width = 0, height = 0 } = (await head.boundingBox()) ?? {}
  await head.click({ position: { x: width / 2, y: height - 4 } })
  await page.getByLabel('Figures of the selection').getByText('42').waitFor()
})

it('keeps the place of its buttons beside an estimate that fails', async () => {
  await page.setViewportSize({ width: 1100, height: 800 })
  await editor.write(`select ${'a_long_name_of_a_column_that_is_not_there'.repeat(4)} from penguins`)
  const save = page.getByRole('toolbar', { name: 'Query' }).getByRole('button', { name: 'Save' })
  const before = await save.boundingBox()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Estimate cost' }).click()
  await page.getByRole('toolbar', { name: 'Query' }).getByRole('alert').waitFor()
  expect(await save.boundingBox()).toEqual(before)
})

it('drops a run that has given no sign of life for six hours', async () => {
  await page.clock.install()
  await editor.open()
  await page.route(/sqllab\/execute/, (route) =>
    route.fulfill({ status: 202, json: { query: { state: 'pending', progress: 0 } } }),
  )
  await editor.write('select 1 as forgotten')
  await editor.run()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page.clock.fastForward('06:00:05')
  await page.getByRole('button', { name: 'Run statement' }).first().waitFor()
})

it('leaves the focus in the text where Run is pressed with the pointer, and on Stop where with a key', async () => {
  const run = page.getByRole('toolbar', { name: 'Query' }).getByRole('button', { name: 'Run statement' })
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  await page.unroute(/sqllab\/execute/)
  await editor.write('select 1 as one')
  await run.click()
  await editor.grid.getByText('1', { exact: true }).first().waitFor()
  expect(await focused()).toBe('select 1 as one')
  await editor.write('select count(*) from range(100000000000) a(x) where x % 7 = 3')
  await run.focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toMatch(/^Stop/)
  await page.keyboard.press('Enter')
  await expect.poll(focused).toMatch(/^Run statement/)
})
