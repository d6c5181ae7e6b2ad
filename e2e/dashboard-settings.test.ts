import { expect, it } from 'vitest'
import { callsOf, chart, countryFilter, dashboard, makeDashboard, row, storedDashboard } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page } = await openSignedIn({ env: { SIGHTLINE_FEATURES: 'CONFIRM_DASHBOARD_DIFF=off' } })
const call = await callsOf(app)
const twoCharts = [row('R1', chart(6, 6), chart(7, 6))]

it('takes up a changed setting at once, without a reload, and keeps it', async () => {
  const id = await makeDashboard(call, 'Settings', twoCharts, {
    native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country')],
  })
  await dashboard(page).open(id)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  const column = page.locator('.dash-filter-column')
  await choose('Filters beside the charts')
  await column.waitFor()
  await expect.poll(async () => (await storedDashboard(call, id)).metadata.filter_bar_orientation).toBe('VERTICAL')
  await choose('Clicks filter nothing')
  await expect.poll(async () => (await storedDashboard(call, id)).metadata.cross_filters_enabled).toBe(false)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await page.reload()
  await column.waitFor()
  await choose('Filters above the charts')
  await column.waitFor({ state: 'detached' })
  await choose('Clicks filter the other charts')
  await expect.poll(async () => (await storedDashboard(call, id)).metadata.cross_filters_enabled).toBe(true)
})

it('takes a changed setting back when it cannot be kept', async () => {
  await dashboard(page).open(
    await makeDashboard(call, 'Refused', twoCharts, {
      native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country')],
    }),
  )
  await page.route(/dashboard\/\d+$/, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"The store is full"}' })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Filters beside the charts' }).click()
  await page.getByText('The store is full').waitFor()
  await page.locator('.dash-filter-column').waitFor({ state: 'detached' })
  await page.unroute(/dashboard\/\d+$/)
})

it('has words of its own for a save that fails without a reason', async () => {
  const screen = dashboard(page)
  const answer = (status: number, body: string) =>
    page.route(/dashboard\/\d+$/, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status, contentType: 'application/json', body })
        : route.continue(),
    )
  const id = await makeDashboard(call, 'No reason', twoCharts)
  await screen.open(id)
  await answer(500, '{}')
  await page.getByRole('button', { name: 'Published' }).click()
  await page.getByText('Sorry, an unknown error occurred.', { exact: true }).waitFor()
  await screen.edit(id)
  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Mine')
  await screen.save.click()
  await page.getByText('Sorry, an unknown error occurred', { exact: true }).waitFor()
  await page.unroute(/dashboard\/\d+$/)
  await answer(400, '{"message":"The slug is taken"}')
  await screen.save.click()
  await page.getByText('Sorry, there was an error saving this dashboard: The slug is taken').waitFor()
  await page.unroute(/dashboard\/\d+$/)
  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('No reason')
})

it('saves over the changes of someone else without a comparison where that is switched off', async () => {
  const screen = dashboard(page)
  const id = await makeDashboard(call, 'Uncontested', twoCharts)
  await screen.edit(id)
  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Mine')
  await call('PUT', `/api/v1/dashboard/${id}`, { dashboard_title: 'Theirs' })
  await screen.saveAll()
  expect(await screen.dialog.count()).toBe(0)
  expect(await storedDashboard(call, id)).toMatchObject({ dashboard_title: 'Mine' })
})
