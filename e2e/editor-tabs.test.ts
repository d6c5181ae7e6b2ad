import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { sqlEditor } from './pages/sql-editor.ts'
import { openStage } from './stage.ts'

/** What a tab of the editor keeps, here and in another browser. */
const { app, browser } = await openStage()
let page: Page
let context: BrowserContext
beforeEach(async () => {
  ;({ page, context } = await visit(browser, app))
  await signIn(page)
  await sqlEditor(page).open()
})
afterEach(() => context.close())

const activeTab = (on: Page) =>
  on.getByRole('tablist', { name: 'Open queries' }).getByRole('tab', { selected: true }).textContent()

it('goes to the next and the previous tab while the text has the focus', async () => {
  const editor = sqlEditor(page)
  await page.keyboard.press('Alt+n')
  await page.keyboard.press('Alt+n')
  const last = await activeTab(page)
  await editor.text.click()
  await page.keyboard.press('Control+]')
  await expect.poll(() => activeTab(page)).not.toBe(last)
  await editor.text.click()
  await page.keyboard.press('Control+[')
  await expect.poll(() => activeTab(page)).toBe(last)
  expect(await editor.text.textContent()).toBe('SELECT ...')
})

it('runs a tab that was stored without a limit with the limit that it shows', async () => {
  const csrf = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const queryEditor = { name: 'No limit', dbId: 1, sql: 'select i from range(3000) t(i)' }
  const headers = { 'x-csrftoken': csrf.result, origin: app.base }
  await page.request.post('/tabstateview/', { headers, form: { queryEditor: JSON.stringify(queryEditor) } })
  await page.reload()
  await page.getByRole('tab', { name: /No limit/ }).click()
  await page.getByRole('button', { name: 'Limit 1,000' }).waitFor()
  await sqlEditor(page).text.click()
  await sqlEditor(page).run()
  await sqlEditor(page)
    .results.getByText(/· 1,000 rows$/)
    .waitFor()
})

it('keeps the cursor and what is selected, also after a reload', async () => {
  const editor = sqlEditor(page)
  await page.keyboard.press('Alt+n')
  await editor.write('select 1;\nselect 2;\nselect 3')
  await page.getByText(/Saved on the server/).waitFor()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+End')
  await page.getByRole('button', { name: 'Run selection' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Run selection' }).waitFor()
  const sent = page.waitForRequest(/sqllab\/execute/)
  await editor.run()
  expect((await sent).postDataJSON()).toMatchObject({ sql: 'select 2;' })
})

it('saves a saved query at one press, keeps its description, and lets both be changed', async () => {
  const editor = sqlEditor(page)
  const dialog = page.getByRole('dialog')
  const toolbar = page.getByRole('toolbar', { name: 'Query' })
  await page.keyboard.press('Alt+n')
  await editor.write('select 1 as first')
  await toolbar.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByLabel('Name').fill('Described')
  await dialog.getByLabel('Description').fill('Why it is asked')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await editor.write('select 2 as second')
  const sent = page.waitForRequest(/api\/v1\/saved_query\/\d+$/)
  await toolbar.getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByText('Your query was updated').waitFor()
  const path = new URL((await sent).url()).pathname
  const saved = async () => (await page.evaluate(async (url) => (await fetch(url)).json(), path)).result
  expect(await saved()).toMatchObject({ description: 'Why it is asked', sql: 'select 2 as second' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Name and description' }).click()
  await expect.poll(() => dialog.getByLabel('Description').inputValue()).toBe('Why it is asked')
  await page.keyboard.type('Written over')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await saved()).toMatchObject({ label: 'Written over', description: 'Why it is asked' })
})

it('runs a statement of the list of runs again in a tab of its own', async () => {
  const editor = sqlEditor(page)
  await page.keyboard.press('Alt+n')
  const source = await activeTab(page)
  await editor.write('select 41 + 1 as answer')
  await editor.run()
  await editor.grid.getByText('42', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Runs' }).click()
  const sent = page.waitForRequest(/sqllab\/execute/)
  await editor.results.getByRole('button', { name: 'Run in a new tab' }).first().click()
  expect((await sent).postDataJSON()).toMatchObject({ sql: 'select 41 + 1 as answer', database_id: 1, schema: 'main' })
  expect(await activeTab(page)).toBe(`Copy of ${source}`)
})

it('lists a run that was refused once, and a run that was removed no more', async () => {
  const editor = sqlEditor(page)
  const kept = page.waitForResponse((answer) => /tabstateview\/$/.test(answer.url()) && answer.ok())
  await page.keyboard.press('Alt+n')
  await editor.write('delete from penguins')
  await kept
  await page.reload()
  await editor.text.getByText('penguins').waitFor()
  await editor.run()
  await editor.results.getByText('This database may only be read').waitFor()
  await editor.write('select 43 as answer')
  const listed = page.waitForResponse((answer) => /v1\/query\/\?.*start_time/.test(answer.url()))
  await editor.run()
  await editor.grid.getByText('43', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Runs' }).click()
  expect((await (await listed).json()).result.map((run: { sql: string }) => run.sql)).toContain('delete from penguins')
  const refused = editor.results.getByRole('row').filter({ hasText: 'penguins' })
  await editor.results.getByText('select 43 as answer').waitFor()
  await expect.poll(() => refused.count()).toBe(1)
  await refused.getByRole('button', { name: 'Remove from the list' }).click()
  await expect.poll(() => refused.count()).toBe(0)
})

it('brings a closed tab back with its runs', async () => {
  const editor = sqlEditor(page)
  await page.keyboard.press('Alt+n')
  await editor.write('select 7 * 6 as product')
  await editor.run()
  await editor.grid.getByText('42', { exact: true }).waitFor()
  await page.keyboard.press('Alt+w')
  await page.keyboard.press('Alt+Shift+T')
  await editor.grid.getByText('42', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Runs' }).click()
  await editor.results.getByText('select 7 * 6 as product').waitFor()
})

it('moves a run to the server when the first try failed', async () => {
  const editor = sqlEditor(page)
  const moves = /tabstateview\/\d+\/migrate_query/
  await page.route(moves, (route) => route.fulfill({ status: 500, body: '' }))
  await page.keyboard.press('Alt+n')
  await editor.write('select 5 as moved')
  await editor.run()
  await page.waitForResponse((answer) => moves.test(answer.url()) && answer.status() === 500)
  await page.getByText('The state of the query could not be moved to the server').waitFor()
  await page.unroute(moves)
  await page.waitForResponse((answer) => moves.test(answer.url()) && answer.status() === 200)
})

it('shows the same tables opened in another browser, and none that was removed', async () => {
  const column = (on: Page) => on.getByRole('treeitem', { name: /body_mass_g/ })
  const table = page.getByRole('treeitem', { name: /penguins/ })
  await page.keyboard.press('Alt+n')
  const stored = page.waitForResponse((answer) => /tableschemaview\/$/.test(answer.url()))
  await table.click()
  await column(page).waitFor()
  await stored
  await page.waitForResponse((answer) => /tabstateview\/\d+\/activate/.test(answer.url()))
  const other = await visit(browser, app)
  await signIn(other.page)
  await sqlEditor(other.page).open()
  await column(other.page).waitFor()
  await other.context.close()
  const removed = page.waitForRequest((request) => request.method() === 'DELETE')
  await table.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Remove from the tab' }).click()
  expect((await removed).url()).toMatch(/tableschemaview\/\d+$/)
  await column(page).waitFor({ state: 'detached' })
  await sqlEditor(page).open()
  expect(await column(page).count()).toBe(0)
})

it('loses no text of a tab that is renamed, cloned or closed before it has come from the server', async () => {
  const editor = sqlEditor(page)
  const tabs = (on: Page) => on.getByRole('tablist', { name: 'Open queries' }).getByRole('tab')
  for (const name of ['renamed', 'cloned', 'closed', 'last']) {
    await page.keyboard.press('Alt+n')
    await editor.write(`select 1 as ${name}`)
    await page.keyboard.press('F2')
    await page.getByRole('dialog').getByLabel('Name').fill(`To be ${name}`)
    await page.keyboard.press('Enter')
    await page.getByText(/Saved on the server/).waitFor()
  }
  const other = await visit(browser, app)
  await signIn(other.page)
  await sqlEditor(other.page).open()
  const { text } = sqlEditor(other.page)
  await tabs(other.page).filter({ hasText: 'To be renamed' }).click({ button: 'right' })
  await other.page.getByRole('menuitem', { name: 'Rename tab' }).click()
  await other.page.getByRole('dialog').getByLabel('Name').fill('With another name')
  await other.page.keyboard.press('Enter')
  await tabs(other.page).filter({ hasText: 'With another name' }).click()
  await text.getByText('select 1 as renamed').waitFor()
  await tabs(other.page).filter({ hasText: 'To be cloned' }).click({ button: 'right' })
  await other.page.getByRole('menuitem', { name: 'Clone tab' }).click()
  await text.getByText('select 1 as cloned').waitFor()
  const deleted = other.page.waitForRequest((request) => request.method() === 'DELETE')
  await tabs(other.page).filter({ hasText: 'To be closed' }).click({ button: 'middle' })
  await deleted
  await other.page.keyboard.press('Alt+Shift+T')
  await text.getByText('select 1 as closed').waitFor()
  await other.context.close()
})

it('closes a tab that another browser closed, and keeps what was typed in it since', async () => {
  const editor = sqlEditor(page)
  const names = () => page.getByRole('tablist', { name: 'Open queries' }).getByRole('tab').allTextContents()
  const stored = async (sql: string) => {
    await page.keyboard.press('Alt+n')
    const answer = page.waitForResponse((one) => /tabstateview\/$/.test(one.url()))
    await editor.write(sql)
    const { id } = await (await answer).json()
    return { id, name: (await activeTab(page)) ?? '' }
  }
  const looked = await stored('select 1 as looked_at')
  const typed = await stored('select 2 as typed_in')
  await page.evaluate(
    async (ids) => {
      const { result } = await (await fetch('/api/v1/security/csrf_token/')).json()
      for (const id of ids) await fetch(`/tabstateview/${id}`, { method: 'DELETE', headers: { 'X-CSRFToken': result } })
    },
    [looked.id, typed.id],
  )
  const again = page.waitForRequest((one) => /tabstateview\/$/.test(one.url()) && one.method() === 'POST')
  await editor.write('select 3 as typed_later')
  expect((await again).postData()).toContain('typed_later')
  await page.getByRole('tab', { name: looked.name }).click()
  await page.getByText('The tab was closed elsewhere. Its text is in the closed tabs.').waitFor()
  await expect.poll(names).not.toContain(looked.name)
  expect(await names()).toContain(typed.name)
})

it('keeps what is typed in a tab whose latest run was removed elsewhere', async () => {
  const editor = sqlEditor(page)
  await page.keyboard.press('Alt+n')
  await editor.write('select 1 as soon_gone')
  const sent = page.waitForRequest(/sqllab\/execute/)
  await editor.run()
  const { client_id: run } = (await sent).postDataJSON()
  const active = () =>
    page.request.get('/api/v1/sqllab/').then(async (answer) => (await answer.json()).result.active_tab)
  await expect.poll(async () => (await active())?.latest_query?.id, { timeout: 20_000 }).toBe(run)
  const tab = `/tabstateview/${(await active()).id}`
  const csrf = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const headers = { 'x-csrftoken': csrf.result, origin: app.base }
  expect((await page.request.delete(`${tab}/query/${run}`, { headers })).status()).toBe(200)
  await editor.write('select 2 as precious')
  const stored = () => page.request.get(tab).then(async (answer) => (await answer.json()).sql)
  await expect.poll(stored, { timeout: 20_000 }).toBe('select 2 as precious')
})

it('shows the whole tab at hand when its name grows, and says that the network is gone', async () => {
  for (let i = 0; i < 10; i += 1) await page.keyboard.press('Alt+n')
  const list = page.getByRole('tablist', { name: 'Open queries' })
  await list.getByRole('tab', { selected: true }).dblclick()
  await page.getByRole('dialog').getByRole('textbox').fill('A name that is longer than the place of a tab was')
  await page.keyboard.press('Enter')
  await list.getByRole('tab', { selected: true, name: /A name that is longer/ }).waitFor()
  const beyond = () => list.evaluate((bar) => bar.scrollWidth - bar.clientWidth - Math.ceil(bar.scrollLeft))
  await expect.poll(beyond).toBeLessThanOrEqual(1)
  await context.setOffline(true)
  await page.locator('footer').getByText('Offline').waitFor()
  await context.setOffline(false)
  await page.locator('footer').getByText('Connected to examples').waitFor()
})

it('says once that a text is too large for the server, and sends it again when it changes', async () => {
  const editor = sqlEditor(page)
  await page.keyboard.press('Alt+n')
  await editor.write('select 1')
  await page.getByText(/Saved on the server/).waitFor()
  let refusals = 0
  await page.route('**/tabstateview/*', (route) => {
    if (route.request().method() !== 'PUT' || !route.request().postData()?.includes('large')) return route.continue()
    refusals += 1
    return route.fulfill({ status: 413, contentType: 'application/json', body: '{"message":"too large"}' })
  })
  await editor.write('select 1 -- large')
  await page.getByText(/is too large to be kept on the server/).waitFor()
  // The clock of the synchronisation comes round while another tab is made and kept.
  await page.keyboard.press('Alt+n')
  await editor.write('select 2')
  await page.getByText(/Saved on the server/).waitFor()
  expect(refusals).toBe(1)
  await page.keyboard.press('Control+[')
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await editor.write('select 3')
  await stored
})
