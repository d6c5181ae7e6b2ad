import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqlEditor } from './pages/sql-editor.ts'
import { openSignedIn } from './stage.ts'

/** The editor on a database that it may change. */
const folder = mkdtempSync(join(tmpdir(), 'sightline-writing-'))
const path = join(folder, 'shop.db')
const file = new DatabaseSync(path)
file.exec("create table customers (id integer primary key, name text); insert into customers values (1, 'Ada')")
file.close()
const { page } = await openSignedIn({ env: { SIGHTLINE_SOURCES: folder } })
const editor = sqlEditor(page)
const table = (name: RegExp) => page.getByRole('treeitem', { name })
beforeAll(async () => {
  await connect(page)
  await editor.open()
  await page.getByRole('button', { name: 'Database' }).click()
  await page.getByRole('option', { name: /shop/ }).click()
  await table(/customers/).waitFor()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function connect({ request }: Page) {
  const { result } = await (await request.get('/api/v1/security/csrf_token/')).json()
  const may = { expose_in_sqllab: true, allow_dml: true, allow_ctas: true, allow_cvas: true }
  const answer = await request.post('/api/v1/database/', {
    headers: { 'X-CSRFToken': result },
    data: { database_name: 'shop', sqlalchemy_uri: `sqlite:///${path}`, ...may },
  })
  expect(answer.status()).toBe(201)
}

it('makes a table of a query, shows it among the tables, and no longer when it is dropped', async () => {
  await editor.write('select 7 as lucky from customers')
  await page.getByRole('button', { name: 'More ways to run' }).click()
  await page.getByRole('menuitem', { name: 'Create table as' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('names')
  const sent = page.waitForRequest(/sqllab\/execute/)
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({ json: true, ctas_method: 'TABLE', tmp_table_name: 'names' })
  await editor.results.getByText('names was created').waitFor()
  await table(/names/).waitFor()
  await editor.results.getByRole('button', { name: 'Preview data' }).click()
  await editor.grid.getByText('lucky').waitFor()
  await editor.write('drop table names')
  await editor.run()
  await editor.results.getByText('The statement is done. It returns no rows.').waitFor()
  await table(/names/).waitFor({ state: 'detached' })
})

it('reads the rows of a table again, also after it failed, and never the statement of the tab instead', async () => {
  await editor.write('select 42 as answer')
  await table(/customers/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Preview data' }).click()
  await editor.grid.getByText('Ada').waitFor()
  const other = new DatabaseSync(path)
  other.exec("insert into customers values (2, 'Bob')")
  await editor.results.getByRole('button', { name: 'Refresh', exact: true }).click()
  await editor.grid.getByText('Bob').waitFor()
  other.close()
  await page.route(/sqllab\/execute/, (route) => route.fulfill({ status: 500, json: { error: 'Out of order' } }))
  await editor.results.getByRole('button', { name: 'Refresh', exact: true }).click()
  await editor.results.getByText('Out of order').first().waitFor()
  await page.unroute(/sqllab\/execute/)
  await editor.results.getByRole('button', { name: 'Run again' }).click()
  await editor.grid.getByText('Bob').waitFor()
})

it('does not run by itself what a link brings for a database that may be changed', async () => {
  const { result } = await (await page.request.get('/api/v1/database/?q=(columns:!(id,database_name))')).json()
  const { id } = result.find((one: { database_name: string }) => one.database_name === 'shop')
  const ran: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/sqllab/execute/')) ran.push(request.postDataJSON().sql)
  })
  await page.goto(`/sqllab/?dbid=${id}&sql=${encodeURIComponent('delete from customers')}&autorun=true`)
  await editor.text.getByText('delete from customers').waitFor()
  await page.getByText(/Saved on the server/).waitFor()
  expect(ran).toEqual([])
})

it('takes back a formatting alone, however soon after the last key', async () => {
  await editor.write('select a,b from customers')
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await editor.text.getByText('FROM', { exact: true }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await editor.text.getByText('select a,b from customers').waitFor()
})

it('opens no names above what has the focus by the time they are found', async () => {
  await editor.write('select * from custom')
  await page.getByLabel('Search tables and columns').focus()
  await page.getByText(/Saved on the server/).waitFor()
  expect(await page.locator('.cm-tooltip-autocomplete').count()).toBe(0)
})

it('takes what is offered with Tab, and chooses a database by its first letters', async () => {
  const offered = (name: RegExp) => page.getByRole('option', { name })
  await editor.write('select * from cus')
  await page.keyboard.type('t')
  await offered(/customers/).waitFor()
  // A list that has just opened under a key takes the next one a moment later.
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab')
      return (await offered(/customers/).isVisible()) || editor.text.textContent()
    })
    .toBe('select * from customers')
  await page.getByRole('button', { name: 'Database' }).click()
  await offered(/shop/).waitFor()
  await page.keyboard.type('ex')
  await page.keyboard.press('Enter')
  await table(/penguins/).waitFor()
})
