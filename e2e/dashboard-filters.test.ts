import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, type RunningApp, signIn, startApp, visit } from './app.ts'
import {
  askedCharts,
  type Call,
  callsOf,
  chart,
  countryFilter,
  dashboard,
  makeDashboard,
  row,
  storedDashboard,
} from './pages/dashboard.ts'

let app: RunningApp
let browser: Browser
let call: Call
let page: Page
let context: BrowserContext
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  call = await callsOf(app)
  ;({ page, context } = await visit(browser, app))
  await signIn(page)
})
afterAll(async () => {
  await context.close()
  await browser.close()
  await app.stop()
})

const twoCharts = [row('R1', chart(6, 6), chart(7, 6))]

it('begins with the first value where that is asked for, parents first, and asks no chart before', async () => {
  const first = { multiSelect: true, defaultToFirstItem: true }
  const id = await makeDashboard(call, 'First values', twoCharts, {
    native_filter_configuration: [
      countryFilter('NATIVE_FILTER-c', 'Country', { controlValues: first }),
      countryFilter('NATIVE_FILTER-s', 'Segment', {
        targets: [{ datasetId: 1, column: { name: 'segment' } }],
        controlValues: first,
        cascadeParentIds: ['NATIVE_FILTER-c'],
      }),
    ],
  })
  const asked = askedCharts(page)
  await dashboard(page).open(id)
  await page.getByRole('button', { name: /^Country\s*Australia/ }).waitFor()
  await page.getByRole('button', { name: /^Segment\s*(Business|Consumer|Education)/ }).waitFor()
  const ofCharts = () => asked.filter((body) => body.includes('"slice_id"'))
  await expect.poll(() => ofCharts().length).toBeGreaterThan(0)
  expect(ofCharts().every((body) => body.includes('Australia') && body.includes('"segment"'))).toBe(true)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('button', { name: /^Country\s*All/ }).waitFor()
})

it('sets how the choices of a filter are read', async () => {
  const screen = dashboard(page)
  const id = await makeDashboard(call, 'Choices', twoCharts, {
    native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country')],
  })
  await screen.open(id)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const { dialog } = screen
  await dialog.getByLabel('Select the first value by default').check()
  await dialog.getByLabel(/^Pre-filter the choices/).fill("country <> 'Australia'")
  await dialog.getByRole('button', { name: /^Sort by metric/ }).click()
  await page.getByRole('option').first().click()
  await dialog.getByLabel('List in descending order').check()
  await dialog.getByRole('button', { name: /^Choices within/ }).click()
  await page.getByRole('option', { name: 'Last year' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [filter] = (await storedDashboard(call, id)).metadata.native_filter_configuration as Record<string, unknown>[]
  expect(filter).toMatchObject({
    requiredFirst: true,
    sortMetric: 'count',
    time_range: 'Last year',
    adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: "country <> 'Australia'" }],
    controlValues: { defaultToFirstItem: true, sortAscending: false },
  })
  await page.getByRole('button', { name: /^Country\s*United States/ }).click()
  await page.getByRole('option', { name: 'Germany' }).waitFor()
  expect(await page.getByRole('option', { name: 'Australia' }).count()).toBe(0)
  await page.keyboard.press('Escape')
})

it('shows which charts a filter reaches while its choices are open', async () => {
  const screen = dashboard(page)
  const scope = { rootPath: ['ROOT_ID'], excluded: [7] }
  const id = await makeDashboard(call, 'Reached', twoCharts, {
    native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country', { scope })],
  })
  await screen.open(id)
  await page.getByRole('button', { name: /^Country/ }).click()
  await screen.item('CHART-6').locator('.dash-reached').waitFor()
  await screen.item('CHART-7').locator('.dash-unreached').waitFor()
  await page.keyboard.press('Escape')
  await screen.item('CHART-7').locator('.dash-unreached').waitFor({ state: 'detached' })
})
