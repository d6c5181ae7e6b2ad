import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PASSWORD, signIn, visit } from './app.ts'
import { explore } from './pages/explore.ts'
import { sqlEditor } from './pages/sql-editor.ts'
import { openStage } from './stage.ts'

const { app, browser } = await openStage()

it('goes from SQL to a dataset, five charts and a dashboard with a filter and a cross-filter', async () => {
  const { page, faults, context } = await visit(browser, app)
  await signIn(page)
  await makeDataset(page)
  await makeCharts(page)
  await makeDashboard(page)
  await filterByClick(page)
  expect(faults).toEqual([])
  await context.close()
})

async function makeDataset(page: Page) {
  const editor = sqlEditor(page)
  await editor.open()
  await editor.write(
    "select species, island, body_mass_g, flipper_length_mm, date '2024-01-01' + (row_number() over ())::int as measured_on from penguins",
  )
  await editor.run()
  await editor.grid.getByText('Adelie').first().waitFor()
  await page.getByRole('button', { name: 'Save as dataset' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Dataset name').fill('birds')
  await dialog.getByRole('button', { name: 'Save and explore' }).click()
  await explore(page).fields.getByText('body_mass_g').waitFor()
}

async function makeCharts(page: Page) {
  const { pickType, pickField, update, saveAs } = explore(page)
  const drawn = page.getByRole('region', { name: 'Chart' })
  await pickType('Table')
  await page.getByRole('button', { name: 'Remove measured_on', exact: true }).click()
  await pickField('species')
  await update()
  await drawn.getByText('Gentoo').waitFor()
  await saveAs('Birds as a table')
  await pickType('Bar')
  await page.getByRole('button', { name: 'Remove measured_on', exact: true }).click()
  await page.getByRole('button', { name: 'Remove species', exact: true }).click()
  await pickField('species')
  await update()
  await drawn.getByRole('img', { name: /^Bar chart, 3 points/ }).waitFor()
  await saveAs('Birds as bars')
  await pickType('Pie')
  await update()
  await drawn.getByRole('img', { name: /^Pie chart, 3 parts/ }).waitFor()
  await saveAs('Birds as a pie')
  await pickType('Number')
  await update()
  await drawn.getByText('344').waitFor()
  await saveAs('Birds in all')
  await pickType('Line')
  await page.getByRole('button', { name: 'Remove species', exact: true }).first().click()
  await pickField('measured_on')
  await update()
  await drawn.getByRole('img', { name: /^Line chart/ }).waitFor()
  await saveAs('Birds by day')
}

async function makeDashboard(page: Page) {
  await page.goto('/dashboard/new/')
  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Birds of Palmer')
  const palette = page.getByRole('complementary', { name: 'Add to the dashboard' })
  const tile = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await palette.getByRole('button', { name: /^Birds as bars/ }).click()
  await tile('Birds as bars').waitFor()
  await drag(page, palette.getByRole('button', { name: /^Birds as a table/ }), tile('Birds as bars'), { x: 10, y: 120 })
  await tile('Birds as a table').waitFor()
  await palette.getByRole('button', { name: /^Birds as a pie/ }).click()
  await tile('Birds as a pie').waitFor()
  const before = (await tile('Birds as a pie').boundingBox())?.y ?? 0
  await tile('Birds as a pie').click({ position: { x: 120, y: 14 } })
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(async () => (await tile('Birds as a pie').boundingBox())?.y ?? 0, { timeout: 10_000 })
    .toBeGreaterThan(before + 100)
  await addFilter(page)
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('This dashboard was saved successfully.').waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  await page.reload()
  await tile('Birds as a pie')
    .getByRole('img', { name: /^Pie chart/ })
    .waitFor()
}

/** Drags by the mouse, with moves in between as a hand makes them. */
async function drag(page: Page, from: Locator, to: Locator, at: { readonly x: number; readonly y: number }) {
  await from.scrollIntoViewIfNeeded()
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('nothing to drag')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 - 20, start.y + start.height / 2, { steps: 4 })
  await page.mouse.move(end.x + at.x, end.y + at.y, { steps: 12 })
  await page.mouse.move(end.x + at.x + 1, end.y + at.y + 1, { steps: 3 })
  await page.locator('.dash-drop').first().waitFor()
  await page.mouse.up()
}

async function addFilter(page: Page) {
  await page
    .getByRole('button', { name: /^Filters/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('menuitem', { name: 'Filter', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Island')
  await dialog.getByRole('button', { name: 'Dataset' }).click()
  await page.getByRole('option', { name: /birds/ }).first().click()
  await dialog.getByRole('button', { name: 'Column' }).click()
  await page
    .getByRole('option', { name: /island/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function filterByClick(page: Page) {
  const tile = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const bars = tile('Birds as bars')
  await bars.getByText('Gentoo').waitFor()
  await page.getByRole('button', { name: /^Island/ }).click()
  await page.getByRole('option', { name: /Torgersen/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await bars.getByText('Gentoo').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear all' }).click()
  const label = await bars.getByText('Chinstrap').boundingBox()
  if (!label) throw new Error('no bar to click')
  await page.mouse.click(label.x + label.width / 2, label.y - 24)
  await tile('Birds as a pie')
    .getByRole('img', { name: /^Pie chart, 1 part/ })
    .waitFor()
  await tile('Birds as a table').getByText('Gentoo').waitFor({ state: 'detached' })
}

it('refuses a dashboard to someone without rights with a clear page', async () => {
  const admin = await visit(browser, app)
  await signIn(admin.page)
  await admin.page.goto('/superset/dashboard/outdoor-shop/')
  await admin.page.getByRole('heading', { name: 'Outdoor shop' }).waitFor()
  await addUser(admin.page, 'gale', 'Gamma')
  await admin.context.close()
  const { page, context } = await visit(browser, app)
  await signIn(page, 'gale')
  await page.goto('/superset/dashboard/outdoor-shop/')
  await page
    .getByText(/not there for you/)
    .first()
    .waitFor()
  expect(await page.getByText('Revenue by channel').count()).toBe(0)
  await context.close()
})

async function addUser(page: Page, username: string, role: string) {
  await page.goto('/users/')
  const status = await page.evaluate(
    async ([name, roleName, password]) => {
      const token = ((await (await fetch('/api/v1/security/csrf_token/')).json()) as { result: string }).result
      const roles = (await (
        await fetch(`/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:${roleName})))`)
      ).json()) as { result: { id: number }[] }
      const answer = await fetch('/api/v1/security/users/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-CSRFToken': token },
        body: JSON.stringify({
          username: name,
          first_name: 'Gale',
          last_name: 'Ray',
          email: `${name}@example.com`,
          active: true,
          password,
          roles: [roles.result[0]?.id],
        }),
      })
      return answer.status
    },
    [username, role, PASSWORD] as const,
  )
  expect(status).toBe(201)
}
