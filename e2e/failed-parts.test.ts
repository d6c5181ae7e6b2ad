import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { openBrowser, type RunningApp, signIn, startApp, visit } from './app.ts'

const PICTURE_LIBRARY = /assets\/chart-echarts-[^/]*\.js/
let app: RunningApp
let browser: Browser
let page: Page
let context: BrowserContext
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  ;({ page, context } = await visit(browser, app))
  await signIn(page)
})
afterAll(async () => {
  await context.close()
  await browser.close()
  await app.stop()
})

it('says that a chart could not be drawn when the picture library does not arrive, and draws it on another try', async () => {
  await page.route(PICTURE_LIBRARY, (route) => route.abort())
  await page.goto('/dashboard/list/')
  await page.getByRole('link', { name: 'Outdoor shop' }).first().click()
  const tile = page.getByRole('article').filter({ hasText: 'Revenue by category' })
  await tile.getByText('The chart could not be drawn').waitFor()
  await page.unroute(PICTURE_LIBRARY)
  await tile.getByRole('button', { name: /retry|try again/i }).click()
  await tile.locator('[_echarts_instance_] svg path').first().waitFor({ state: 'attached' })
})
