import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { sqlEditor } from './pages/sql-editor.ts'
import { openSignedIn } from './stage.ts'

/** One user with two browsers, or two windows of one: no text goes without a trace. */
const { app, browser, context, page } = await openSignedIn()

const shown = (on: Page) => sqlEditor(on).text.textContent()
const activeTab = (on: Page) => on.getByRole('tablist', { name: 'Open queries' }).getByRole('tab', { selected: true })
const saved = (on: Page) =>
  on.waitForResponse((answer) => answer.request().method() === 'PUT' && /tabstateview\/\d+$/.test(answer.url()))

/** Writes the whole text of the tab at hand and waits until the server has answered for it. */
async function writeAndSave(on: Page, sql: string): Promise<number> {
  const answered = on.waitForResponse(
    (answer) =>
      /tabstateview\/\d+$/.test(answer.url()) &&
      new URLSearchParams(answer.request().postData() ?? '').get('sql') === JSON.stringify(sql),
  )
  await sqlEditor(on).write(sql)
  return (await answered).status()
}

/** A tab of its own with a text that the server has. */
async function openTab(on: Page, sql: string): Promise<string> {
  await sqlEditor(on).open()
  const created = on.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/tabstateview/'),
  )
  await on.keyboard.press('Alt+n')
  await created
  await writeAndSave(on, sql)
  return (await activeTab(on).textContent()) ?? ''
}

async function openElsewhere(name: string, sql: string): Promise<Page> {
  const { page: other } = await visit(browser, app)
  await signIn(other)
  await sqlEditor(other).open()
  await other.getByRole('tab', { name, exact: true }).click()
  await expect.poll(() => shown(other)).toBe(sql)
  return other
}

async function openEarlier(on: Page) {
  await activeTab(on).click({ button: 'right' })
  await on.getByRole('menuitem', { name: 'Earlier versions' }).click()
  return on.getByRole('dialog', { name: /^Earlier versions of/ })
}

it('shows the last text in both browsers, and keeps the one that was overwritten', async () => {
  const name = await openTab(page, 'select 1 as first')
  const other = await openElsewhere(name, 'select 1 as first')
  await writeAndSave(other, 'select 2 as elsewhere')
  await writeAndSave(page, 'select 3 as here')
  await page.getByText(`${name} was changed in another place too. That text is kept.`).waitFor()
  for (const each of [page, other]) {
    await each.reload()
    await expect.poll(() => shown(each)).toBe('select 3 as here')
  }
  const dialog = await openEarlier(other)
  await dialog.getByRole('list', { name: 'Earlier versions' }).getByText('select 2 as elsewhere').waitFor()
  await dialog.getByRole('region', { name: 'Changed lines' }).getByText('select 3 as here').waitFor()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await shown(other)).toBe('select 2 as elsewhere')
  await sqlEditor(other).text.click()
  await other.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => shown(other)).toBe('select 3 as here')
  await other.context().close()
})

it('lets the newer text stay where an older one comes back online, and keeps that one', async () => {
  const name = await openTab(page, 'select 10 as start')
  const other = await openElsewhere(name, 'select 10 as start')
  await other.context().setOffline(true)
  await sqlEditor(other).write('select 11 as offline')
  await writeAndSave(page, 'select 12 as online')
  const answered = saved(other)
  await other.context().setOffline(false)
  expect((await answered).status()).toBe(409)
  await other.getByText(`${name} was changed later in another place. Your text is kept.`).waitFor()
  await expect.poll(() => shown(other)).toBe('select 12 as online')
  await other.getByRole('button', { name: 'Earlier versions' }).click()
  await other
    .getByRole('dialog')
    .getByRole('list', { name: 'Earlier versions' })
    .getByText('select 11 as offline')
    .waitFor()
  await other.context().close()
})

it('keeps a text that was typed offline and lost, also when the page is opened again in between', async () => {
  const name = await openTab(page, 'select 20 as start')
  const other = await openElsewhere(name, 'select 20 as start')
  await other.context().setOffline(true)
  await sqlEditor(other).write('select 21 as offline')
  await writeAndSave(page, 'select 22 as online')
  await other.goto('about:blank').catch(() => undefined)
  await other.context().setOffline(false)
  await sqlEditor(other).open()
  await expect.poll(() => shown(other)).toBe('select 22 as online')
  const dialog = await openEarlier(other)
  await dialog.getByRole('list', { name: 'Earlier versions' }).getByText('select 21 as offline').waitFor()
  await other.context().close()
})

it('has a tab closed in all windows of a browser, and its text in the bin of each', async () => {
  const name = await openTab(page, 'select 30 as closed')
  const second = await context.newPage()
  await sqlEditor(second).open()
  await expect.poll(() => shown(second)).toBe('select 30 as closed')
  await page.keyboard.press('Alt+w')
  await second.getByRole('tab', { name, exact: true }).waitFor({ state: 'detached' })
  await second.reload()
  await sqlEditor(second).text.waitFor()
  await second.keyboard.press('Alt+Shift+T')
  await expect.poll(() => shown(second)).toBe('select 30 as closed')
  await second.close()
})

it('keeps the name that one browser gives a tab and the text that another one types', async () => {
  const name = await openTab(page, 'select 1 as both')
  const other = await openElsewhere(name, 'select 1 as both')
  await activeTab(page).dblclick()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Named here')
  const renamed = saved(page)
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await renamed
  expect(await writeAndSave(other, 'select 2 as both')).toBe(200)
  await sqlEditor(other).open()
  await other.getByRole('tab', { name: 'Named here', exact: true }).click()
  await expect.poll(() => shown(other)).toBe('select 2 as both')
})
