import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PASSWORD, visit } from './app.ts'
import { sqlEditor } from './pages/sql-editor.ts'
import { openStage } from './stage.ts'

/** Journeys without a mouse: nothing in this file clicks. */
const { app, browser } = await openStage()
let page: Page
let context: BrowserContext
let faults: string[]
beforeEach(async () => {
  ;({ page, context, faults } = await visit(browser, app))
  await signInByKeys()
})
afterEach(async () => {
  await context.close()
  expect(faults).toEqual([])
})

async function signInByKeys() {
  await page.goto('/login/')
  await tabTo(page.getByLabel('User name'))
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
}

/** Presses Tab until the focus is where it should be, as somebody without a mouse does. */
async function tabTo(target: Locator, atMost = 60) {
  await target.first().waitFor()
  for (let presses = 0; presses <= atMost; presses += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

async function goByPalette(words: string, option: RegExp) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
  await page.keyboard.type(words)
  await page.getByRole('option', { name: option }).first().waitFor()
  await page.keyboard.press('Enter')
}

it('types into the palette before it is there', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/command-palette-/)
  await page.route(/command-palette-/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/superset/dashboard/1/')
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('edi')
  await asked
  release()
  const palette = page.getByRole('combobox', { name: 'Search or jump to' })
  await expect.poll(() => palette.inputValue()).toBe('edi')
  await page.keyboard.type('tor')
  await expect.poll(() => palette.inputValue()).toBe('editor')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
})

it('writes and runs a statement and walks through its result', async () => {
  const editor = sqlEditor(page)
  await goByPalette('SQL editor', /SQL editor/)
  await page.getByRole('treeitem', { name: /penguins/ }).waitFor()
  await expect.poll(() => editor.text.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('select species, count(*) as birds from penguins group by species order by species')
  await editor.run()
  await editor.grid.getByText('Adelie').waitFor()
  await page.keyboard.press('Escape')
  await tabTo(editor.grid)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/Adelie\t152[\s\S]*Gentoo\t124/)
})

it('walks down a list and opens what is marked', async () => {
  await goByPalette('Dashboards', /^Dashboards/)
  await page.waitForURL(/dashboard\/list/)
  await page.goto('/chart/list/?search=strikes')
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
  await tabTo(rows.first())
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => rows.nth(1).evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/explore\//)
  await page.getByRole('region', { name: 'Chart' }).waitFor()
})

it('moves a tile of a dashboard and saves', async () => {
  await goByPalette('Wildlife strikes', /Wildlife strikes/)
  await page.waitForURL(/\/superset\/dashboard\//)
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  await page.keyboard.press('e')
  const tiles = page.locator('main').getByRole('article')
  const title = ((await tiles.first().getByRole('heading').textContent()) ?? '').trim()
  const tile = tiles.filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  const before = (await tile.boundingBox())?.x ?? 0
  await tabTo(
    page
      .getByRole('group')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
      .last(),
    120,
  )
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await tile.boundingBox())?.x ?? 0).toBeGreaterThan(before + 50)
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('This dashboard was saved successfully.').waitFor()
  await page.reload()
  await tile.waitFor()
  await expect.poll(async () => (await tile.boundingBox())?.x ?? 0).toBeGreaterThan(before + 50)
})
