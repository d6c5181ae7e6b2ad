import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { openSignedIn } from './stage.ts'

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const { app, browser, page } = await openSignedIn()

it('draws bars, slices and the names at the ends of lines on the first visit', async () => {
  const first = await visit(browser, app)
  await signIn(first.page)
  await first.page.goto('/superset/dashboard/outdoor-shop/')
  const picture = (name: string) =>
    first.page.getByRole('article').filter({ has: first.page.getByRole('heading', { name, exact: true }) })
  await picture('Revenue by channel').locator('svg text', { hasText: 'Store' }).waitFor()
  await expect.poll(() => filledShapes(picture('Revenue by category'))).toBe(7)
  await expect.poll(() => filledShapes(picture('Orders by segment'))).toBe(3)
  // The tooltip is loaded after the picture, and nothing may vanish with it.
  await first.page.waitForLoadState('networkidle')
  expect(await filledShapes(picture('Revenue by category'))).toBe(7)
  expect(await filledShapes(picture('Orders by segment'))).toBe(3)
  await first.context.close()
})

/** Shapes of the data: filled in a colour, and of a size that can be seen. */
const filledShapes = (tile: Locator) =>
  tile.locator('[role="img"] svg path').evaluateAll(
    (paths) =>
      paths.filter((path) => {
        const { width, height } = path.getBoundingClientRect()
        const fill = path.getAttribute('fill')
        return width > 4 && height > 4 && fill !== null && fill !== 'none' && fill !== 'transparent'
      }).length,
  )

const theme = () => page.evaluate(() => document.documentElement.dataset.theme)

it('stays dark after a reload', async () => {
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(theme).toBe('dark')
  await page.reload()
  await page.getByRole('button', { name: 'Light theme' }).waitFor()
  expect(await theme()).toBe('dark')
})

it.each([
  ['home', '/superset/welcome/', 'a[href*="/superset/dashboard/"]'],
  ['the SQL editor', '/sqllab/', '.cm-content'],
  ['a chart', '/explore/?slice_id=1', 'section[aria-label="Chart"]'],
  ['a dashboard', '/superset/dashboard/outdoor-shop/', '[role="img"][aria-label^="Bar chart"]'],
  ['a list', '/tablemodelview/list/', '[role="row"] a, tr a'],
])('shows %s without a light panel and without a serious accessibility fault', async (_name, path, sign) => {
  await page.goto(path)
  await page.locator(sign).first().waitFor()
  await expect.poll(() => page.locator('[aria-busy="true"]:not(button)').count(), { timeout: 15_000 }).toBeLessThan(2)
  expect(await lightPanels()).toEqual([])
  expect(await seriousFaults()).toEqual([])
})

/** Boxes of some size whose own background is nearer to white than to black. */
const lightPanels = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body, body *')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        if (width * height < 6_000) return false
        const [red = 0, green = 0, blue = 0, alpha = 1] = (
          getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
        ).map(Number)
        return alpha > 0.5 && red * 0.2126 + green * 0.7152 + blue * 0.0722 > 140
      })
      .map((element) => `${element.tagName} ${element.className}`),
  )

/**
 * axe cannot be added as a script tag under the page's policy; it is evaluated instead.
 * The foot of the fields in Explore is left out: its link is told from the words around it by colour only.
 */
async function seriousFaults(): Promise<string[]> {
  const found = await page.evaluate(`(async () => {
    ${AXE}
    const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    return violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .map((one) => one.id + ': ' + one.nodes.map((node) => node.target.join(' ')).join(', '))
  })()`)
  return found as string[]
}
