import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSignedIn } from './stage.ts'

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

const { page, faults } = await openSignedIn()

const call = (path: string, body: object) =>
  page.evaluate(
    async ([where, json]) => {
      const { result } = await (await fetch('/api/v1/security/csrf_token/')).json()
      const headers = { 'content-type': 'application/json', 'X-CSRFToken': result }
      return (await fetch(where, { method: 'POST', headers, body: json })).json()
    },
    [path, JSON.stringify(body)] as const,
  )
const row = (name: string | RegExp) => page.getByRole('row', { name }).first()

it('searches, sorts, filters and stars charts, and keeps it all in the address', async () => {
  await page.goto('/chart/list/')
  await page.getByRole('searchbox').fill('strikes')
  await page.waitForURL(/search=strikes/)
  await row(/Phase of flight/).waitFor()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.waitForURL(/sort=slice_name/)
  await page.getByRole('button', { name: 'Type' }).first().click()
  await page.getByRole('option', { name: 'Pie' }).click()
  await page.waitForURL(/f\.type=pie/)
  await page.getByRole('button', { name: 'Add Phase of flight to favourites' }).click()
  await page.getByRole('button', { name: 'Remove Phase of flight from favourites' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Remove Phase of flight from favourites' }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
})

it('shows two tags on the card of a dashboard, and how many more there are', async () => {
  for (const name of ['first tag of a card', 'second', 'third'])
    await call('/api/v1/tag/', { name, objects_to_tag: [['dashboard', 2]] })
  await page.goto('/dashboard/list/?view=cards')
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'first tag …' }) })
  await card.getByText('+1').waitFor()
  expect(await card.locator('.tag').count()).toBe(2)
})

it('leads from a tag to everything that carries it', async () => {
  const long = 'quarterly figures for the board'
  const saved = { label: 'Tagged statement', db_id: 1, sql: 'select 1' }
  const { id: query } = await call('/api/v1/saved_query/', saved)
  const objects_to_tag = [
    ['chart', 6],
    ['dashboard', 1],
    ['query', query],
  ]
  await call('/api/v1/tag/', { name: long, objects_to_tag })
  await page.goto('/chart/list/')
  const tag = page.getByRole('link', { name: 'quarterly figures fo…' })
  await tag.click()
  await page.waitForURL(/\/superset\/all_entities\/\?id=\d+$/)
  await page.getByRole('heading', { name: `Tagged ${long}` }).waitFor()
  for (const name of [/Outdoor shop.*Dashboard/, /Chart/, /Tagged statement.*Saved query/]) await row(name).waitFor()
  expect(await page.getByRole('row').count()).toBe(4)
  await page.getByRole('link', { name: 'Outdoor shop' }).click()
  await page.waitForURL(/\/superset\/dashboard\/1\//)
  await page.goto('/superset/all_entities/?id=99999')
  await page.getByText('There is nothing at this address').waitFor()
  await page.goto('/superset/all_entities/?id=abc')
  await page.getByText('There is nothing at this address').waitFor()
})

it('shows what a role may do, and finds a permission in it', async () => {
  await page.goto('/roles/')
  await row(/Gamma/).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('dashboard')
  await dialog.getByRole('row', { name: /^Dashboard can_/ }).waitFor()
  expect(await dialog.getByRole('row', { name: /^Chart\b/ }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
})

it('adds, changes and deletes a user with the keyboard', async () => {
  await page.goto('/users/?edit=new')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User name').fill('lee')
  await dialog.getByLabel('Email').fill('lee@example.com')
  await dialog.getByLabel('First name').fill('Lee')
  await dialog.getByLabel('Last name').fill('Kim')
  await dialog.getByLabel('Password').fill('Cold-winds-over-3-hills')
  await dialog.getByRole('button', { name: 'Roles' }).press('Enter')
  await page.getByRole('option', { name: 'Gamma' }).waitFor()
  await page.getByRole('listbox').press('ArrowDown')
  await page.getByRole('listbox').press('Enter')
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Password').press('Enter')
  await page.getByText('User lee saved').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await row(/lee/).press('Enter')
  await dialog.getByLabel('First name').fill('Leona')
  await dialog.getByLabel('First name').press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await row(/Leona Kim/).press('Delete')
  await dialog.getByText('This cannot be undone.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Deleted: lee').waitFor()
  await expect.poll(() => page.getByRole('row', { name: /lee/ }).count()).toBe(0)
})

it('shows people and roles at their older addresses too', async () => {
  await page.goto('/users/list/')
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
  await page.goto('/roles/list/')
  await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor()
})

it('finds what to filter by beyond the first hundred, and keeps its name', async () => {
  await page.goto('/list_groups/')
  await page.evaluate(async () => {
    const { result } = await (await fetch('/api/v1/security/csrf_token/')).json()
    const headers = { 'content-type': 'application/json', 'X-CSRFToken': result }
    for (let at = 1; at <= 101; at += 1)
      await fetch('/api/v1/security/roles/', { method: 'POST', headers, body: JSON.stringify({ name: `Watch ${at}` }) })
  })
  await page.reload()
  const filter = page.getByRole('button', { name: /^Roles/ })
  await filter.click()
  await page.getByRole('combobox', { name: 'Search Roles' }).fill('Watch 98')
  await page.getByRole('option', { name: 'Watch 98' }).click()
  await page.waitForURL(/f\.role=\d+/)
  await filter.getByText('Watch 98').waitFor()
  await filter.click()
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(5)
  await page.keyboard.press('Escape')
  await page.reload()
  await filter.getByText('Watch 98').waitFor()
})

it('names the roles of a user beyond the first hundred', async () => {
  const found = await page.evaluate(async () => (await fetch('/api/v1/security/roles/?q=(page_size:200)')).json())
  const [role] = found.result.filter((one: { name: string }) => one.name === 'Watch 99')
  const user = { username: 'watcher', first_name: 'Wanda', last_name: 'Watch', email: 'w@example.com' }
  const { id } = await call('/api/v1/security/users/', {
    ...user,
    password: 'long-enough-1',
    active: true,
    roles: [role.id],
  })
  await page.goto(`/users/?edit=${id}`)
  const field = page.getByRole('dialog').getByRole('button', { name: /^Roles/ })
  await field.getByText('Watch 99').waitFor()
  await field.click()
  await page.getByRole('combobox', { name: 'Search Roles' }).fill('Watch 97')
  await page.getByRole('option', { name: 'Watch 97' }).click()
  await page.keyboard.press('Escape')
  await field.getByText('Watch 97').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('User watcher saved').waitFor()
})

it('shows the last page where an address names one behind it', async () => {
  await page.goto('/roles/?page=40')
  await page.waitForURL(/page=3$/)
  await row(/Watch/).waitFor()
})

it.each([
  ['/chart/list/', 'Phase of flight'],
  ['/tablemodelview/list/', 'wildlife_strikes'],
])('leaves the names of %s room on every screen', async (list, known) => {
  await page.goto(list)
  const name = page.getByRole('link', { name: known })
  await name.waitFor()
  for (const width of [720, 1024, 1100, 1320]) {
    await page.setViewportSize({ width, height: 768 })
    const cell = name.locator('xpath=ancestor::td')
    await expect.poll(async () => (await cell.boundingBox())?.width ?? 0, { message: `${width}` }).toBeGreaterThan(170)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
})

it('opens a dashboard from the palette and finds it again on the home page', async () => {
  await page.goto('/superset/welcome/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('wildlife')
  await page.getByRole('option', { name: /Wildlife strikes/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/superset\/dashboard\//)
  await page.waitForResponse((answer) => answer.url().includes('/superset/log/'))
  await page.goto('/superset/welcome/')
  await page.getByRole('tab', { name: 'Mine', selected: true }).waitFor()
  await page
    .getByRole('link', { name: /Wildlife strikes/ })
    .first()
    .waitFor()
})

it('says why a connection cannot be made', async () => {
  await page.goto('/databaseview/add/')
  await page.getByRole('radio', { name: /DuckDB/ }).check({ force: true })
  await page.getByLabel('Name', { exact: true }).fill('sales')
  await page.getByLabel('File', { exact: true }).fill('/nowhere/sales.duckdb')
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByRole('alert').filter({ hasText: '--sources' }).waitFor()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: /Leave/ }).click()
  await page.waitForURL('**/databaseview/list/')
})

it('speaks German', async () => {
  await page.goto('/superset/welcome/')
  await page.getByRole('button', { name: /admin/i }).first().click()
  await page.getByRole('menuitemcheckbox', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Start' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  await page.evaluate(() => localStorage.clear())
})

it.each(['light', 'dark'] as const)('passes the accessibility rules, %s', async (theme) => {
  await page.emulateMedia({ colorScheme: theme })
  const found: string[] = []
  for (const path of [
    '/superset/welcome/',
    '/dashboard/list/',
    '/chart/list/',
    '/users/?edit=new',
    '/databaseview/add/',
    '/design',
  ]) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await expect.poll(() => page.locator('[aria-busy="true"]:not(button)').count(), { timeout: 15_000 }).toBeLessThan(2)
    found.push(...(await violations(page, path)))
  }
  expect(found).toEqual([])
})

it('ends without a fault of the page or the server', () => expect(faults).toEqual([]))

/** axe cannot be added as a script tag under the page's policy; it is evaluated instead. */
async function violations(on: Page, path: string): Promise<string[]> {
  const found = await on.evaluate(`(async () => {
    ${AXE}
    const { violations } = await axe.run(document, { runOnly: ${JSON.stringify(RULES)} })
    return violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.target.join(' ')).join(', '))
  })()`)
  return (found as string[]).map((one) => `${path} ${one}`)
}

it('shows that the card of a dashboard without a chart has a mark in place of a picture', async () => {
  await call('/api/v1/dashboard/', { dashboard_title: 'Without a chart', published: true })
  await page.goto('/dashboard/list/?view=cards')
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Without a chart' }) })
  await card.locator('.preview svg').waitFor()
})
