import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openBrowser, type RunningApp, signIn, startApp, visit } from './app.ts'
import { sqlEditor } from './pages/sql-editor.ts'

const SCHEDULE = {
  JSONSCHEMA: {
    title: 'Schedule query',
    properties: {
      start: { type: 'string', title: 'First run', format: 'date-time', default: 'tomorrow at 9am' },
      end: { type: 'string', title: 'Last run', format: 'date-time', default: 'in 2 weeks' },
      every: { type: 'string', title: 'Every', enum: ['day', 'week'], default: 'day' },
    },
    required: ['start'],
  },
  VALIDATION: [{ name: 'less', arguments: ['start', 'end'], message: 'It ends before it starts', container: 'end' }],
}
const folder = mkdtempSync(join(tmpdir(), 'sightline-rows-'))
let app: RunningApp
let browser: Browser
let page: Page
let context: BrowserContext
beforeAll(async () => {
  const path = join(folder, 'many.db')
  const file = new DatabaseSync(path)
  for (let i = 1; i <= 250; i += 1) file.exec(`create table t${String(i).padStart(3, '0')} (a integer)`)
  file.close()
  writeFileSync(join(folder, 'schedule.json'), JSON.stringify(SCHEDULE))
  const env = { SIGHTLINE_SOURCES: folder, SCHEDULED_QUERIES: join(folder, 'schedule.json') }
  app = await startApp({ env })
  browser = await openBrowser()
  ;({ page, context } = await visit(browser, app))
  await signIn(page)
  await connect(path)
})
beforeEach(async () => {
  await sqlEditor(page).open()
})
afterAll(async () => {
  await context.close()
  await browser.close()
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function connect(path: string) {
  const { result } = await (await page.request.get('/api/v1/security/csrf_token/')).json()
  const answer = await page.request.post('/api/v1/database/', {
    headers: { 'X-CSRFToken': result },
    data: { database_name: 'many', sqlalchemy_uri: `sqlite:///${path}`, expose_in_sqllab: true },
  })
  expect(answer.status()).toBe(201)
}

it('gives every statement of a run its own tab, and finds the one under the cursor by its words', async () => {
  const editor = sqlEditor(page)
  await editor.write("select 1 as one;\nselect 'a;b' as two /* ; */ -- ;\n, 2 as more;\nselect 3 as three")
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  for (const name of ['All statements', /^1 /, /^2 /, /^3 /]) await page.getByRole('tab', { name }).waitFor()
  await page.getByRole('tab', { name: /^2 / }).click()
  await editor.grid.getByText('a;b').waitFor()
  await page.locator('.cm-line').nth(2).click()
  const sent = page.waitForRequest(/sqllab\/execute/)
  await page.keyboard.press('ControlOrMeta+Enter')
  expect((await sent).postDataJSON().sql).toBe("select 'a;b' as two /* ; */ -- ;\n, 2 as more")
})

it('reads the rows of a run in the background by the key of its results', async () => {
  const editor = sqlEditor(page)
  await editor.write('select 77 as seven')
  const taken = page.waitForResponse(/sqllab\/execute/)
  const asked = page.waitForRequest(/sqllab\/results\//)
  await page.keyboard.press('ControlOrMeta+Enter')
  expect((await taken).status()).toBe(202)
  expect(decodeURIComponent((await asked).url())).toMatch(/\/api\/v1\/sqllab\/results\/\?q=\(key:[^,]+,rows:1000/)
  await editor.grid.getByText('77', { exact: true }).waitFor()
})

it('opens the trace of a failure as text', async () => {
  const editor = sqlEditor(page)
  const trace = 'Traceback:\n  <img src=x onerror="document.title=1">'
  await page.route(/sqllab\/execute/, (route) =>
    route.fulfill({ status: 500, json: { error: 'It broke', stacktrace: trace } }),
  )
  await editor.write('select 1')
  await editor.run()
  await editor.results.getByText('It broke').first().waitFor()
  await editor.results.getByText('Details').click()
  await expect.poll(() => editor.results.locator('pre').allTextContents()).toContain(trace)
  expect(await editor.results.locator('img').count()).toBe(0)
  await page.unroute(/sqllab\/execute/)
})

it('schedules a query that ran, and says when that fails', async () => {
  const editor = sqlEditor(page)
  await editor.write('select 42 as answer')
  await editor.run()
  await editor.grid.getByText('42', { exact: true }).waitFor()
  await openSchedule()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nightly answer')
  await dialog.getByLabel('Last run').fill('2020-01-01T00:00')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await dialog.getByText('It ends before it starts').waitFor()
  await dialog.getByLabel('Last run').fill('2099-01-01T00:00')
  await page.route(/saved_query/, (route) => route.fulfill({ status: 500, body: '' }))
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByText('Your query could not be scheduled').waitFor()
  await page.unroute(/saved_query/)
  const sent = page.waitForResponse(/saved_query/)
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page
    .getByText('Your query has been scheduled. To see details of your query, navigate to Saved queries')
    .waitFor()
  const { id } = await (await sent).json()
  const { result } = await (await page.request.get(`/api/v1/saved_query/${id}`)).json()
  const { schedule_info } = JSON.parse(result.extra_json)
  expect(schedule_info).toMatchObject({ start: expect.stringMatching(/T.*Z$/), every: 'day' })
  expect(result).toMatchObject({ label: 'Nightly answer', sql: 'select 42 as answer' })
})

async function openSchedule() {
  await page.getByRole('toolbar', { name: 'Query' }).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Schedule' }).click()
}

it('explores a column of a result, and of a whole table', async () => {
  const editor = sqlEditor(page)
  await editor.write('select * from (values (1), (2), (2), (null), (40)) t(n)')
  await editor.run()
  await editor.grid.getByText('40', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Column explorer' }).click()
  const explorer = page.getByRole('complementary', { name: 'Column explorer' })
  const figures = async () => (await explorer.locator('dl > div').allTextContents()).join(' ')
  await expect.poll(figures).toMatch(/Null1 \(20%\) Distinct3 Min1 .*Max40/)
  await explorer.getByRole('img', { name: 'Distribution of n' }).waitFor()
  await editor.write('select * from (values (9007199254740993), (9007199254840992)) t(n)')
  await editor.run()
  await expect.poll(figures).toContain('Max9,007,199,254,840,992')
  const cut = await explorer.locator('.sql-range').evaluate((ends) => ends.scrollWidth - ends.clientWidth)
  expect(cut).toBe(0)
  await page.getByRole('treeitem', { name: /penguins/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Preview data' }).click()
  await explorer.getByText('From all 344 rows').waitFor()
  await editor.write(
    'select count(*) - count(species), count(distinct species), min(species), max(species) from penguins',
  )
  const written = page.waitForResponse(/sqllab\/results\/\?/)
  await editor.run()
  const [[nulls, distinct, low, high]] = (await (await written).json()).rows
  await page
    .getByRole('tab', { name: /penguins/ })
    .last()
    .click()
  await expect.poll(figures).toBe(`Null${nulls} (0%) Distinct${distinct} Min${low} Max${high}`)
  await page.getByRole('button', { name: 'Close', exact: true }).first().click()
})

it('shows a hundred tables, the next hundred on scrolling, and finds the last by typing', async () => {
  await page.getByRole('button', { name: 'Database' }).click()
  await page.getByRole('option', { name: /many/ }).click()
  const tree = page.getByRole('tree')
  await tree.getByText('t001', { exact: true }).waitFor()
  const last = async () => {
    await tree.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    return (await tree.getByRole('treeitem').allTextContents()).at(-1)
  }
  const height = () => tree.evaluate((element) => element.scrollHeight)
  const first = await height()
  expect(first).toBeLessThan(110 * 24)
  await last()
  await expect.poll(height).toBeGreaterThan(190 * 24)
  expect(await height()).toBeLessThan(210 * 24)
  await expect.poll(last).toMatch(/t250/)
  await page.getByRole('searchbox', { name: 'Search tables and columns' }).fill('t250')
  await tree.getByText('t250', { exact: true }).waitFor()
  expect(await tree.getByRole('treeitem').count()).toBe(2)
})
