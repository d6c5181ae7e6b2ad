import { beforeAll, expect, it } from 'vitest'
import { sqlEditor } from './pages/sql-editor.ts'
import { openSignedIn } from './stage.ts'

/** Finding in the text of a tab and among the names of its database. */
const { page } = await openSignedIn()
const editor = sqlEditor(page)
const field = page.getByRole('textbox', { name: 'Find' })
beforeAll(() => editor.open())

it('finds and replaces in the text, and says how often it is there', async () => {
  await editor.write('select a, b, A from ab')
  await page.keyboard.press('ControlOrMeta+f')
  await field.pressSequentially('a')
  const found = page.getByRole('search').getByRole('status')
  await found.getByText('3', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await found.getByText('1 of 3', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Whole words' }).click()
  await found.getByText('1 of 2', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Match case' }).click()
  await found.getByText('1 of 1', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Replace with' }).fill('x')
  await page.getByRole('button', { name: 'Replace all' }).click()
  expect(await editor.text.textContent()).toBe('select x, b, A from ab')
  await found.getByText('Nothing', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  expect(await editor.text.evaluate((text) => document.activeElement === text)).toBe(true)
})

it('looks with Mod+F for what is selected, and keeps its keys to itself', async () => {
  await editor.write('select one from two')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+f')
  expect(await field.inputValue()).toBe('select one from two')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await field.waitFor({ state: 'detached' })
})

it('finds tables of schemas that were not opened', async () => {
  const search = page.getByRole('searchbox', { name: 'Search tables and columns' })
  await page.getByRole('treeitem', { name: /^main/ }).click()
  await page.getByRole('treeitem', { name: /penguins/ }).waitFor({ state: 'detached' })
  await search.fill('pengu')
  await page.getByRole('treeitem', { name: /penguins/ }).waitFor()
  await search.fill('')
  await page.getByRole('treeitem', { name: /^main/ }).click()
})

it('says of tables how many rows they have', async () => {
  await page
    .getByRole('treeitem', { name: /^flights/ })
    .getByText('300k')
    .waitFor()
})
