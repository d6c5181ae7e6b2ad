import { expect, it } from 'vitest'
import { callsOf, chart, countryFilter, dashboard, makeDashboard, row, storedDashboard } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const PICTURE_LIBRARY = /assets\/chart-echarts-[^/]*\.js/
const { app, page } = await openSignedIn()

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

it('says which status came instead of the data of a chart', async () => {
  await page.route('**/api/v1/chart/data**', (route) => route.fulfill({ status: 204 }))
  await page.goto('/explore/?slice_id=2')
  await page.getByText('Received unexpected response status (204) while fetching chart data').first().waitFor()
  await page.unroute('**/api/v1/chart/data**')
})

it('says in the choices of a filter that they did not arrive, and offers them on another try', async () => {
  const call = await callsOf(app)
  const metadata = { native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country')] }
  await page.route('**/filter-input*.js', (route) => route.abort())
  await dashboard(page).open(await makeDashboard(call, 'Out of reach', [row('R1', chart(6))], metadata))
  await page.getByRole('button', { name: /^Country/ }).click()
  await page.getByRole('alert').getByText('This could not be loaded').waitFor()
  await page.unroute('**/filter-input*.js')
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('option', { name: 'Spain' }).waitFor()
  await dashboard(page).tile('Revenue by category').waitFor()
})

it('goes on showing a dashboard whose edit mode does not arrive, and says so', async () => {
  const call = await callsOf(app)
  await page.route('**/edit-mode*.js', (route) => route.abort())
  await dashboard(page).open(await makeDashboard(call, 'Only read', [row('R1', chart(6))]))
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await edit.click()
  await page.getByText('This could not be loaded').first().waitFor()
  await expect.poll(() => page.url()).not.toContain('edit=true')
  await page.unroute('**/edit-mode*.js')
  await edit.click()
  await page.getByRole('textbox', { name: 'Dashboard title' }).waitFor()
})

it('gives up on a chart whose data does not come in time, and names what may be the cause', async () => {
  await page.route('**/api/v1/chart/data**', () => undefined)
  const asked = page.waitForRequest('**/api/v1/chart/data**')
  await page.addInitScript(() => {
    const real = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => real(Math.min(ms, 500))
  })
  await page.goto('/explore/?slice_id=3')
  await asked
  await page.getByText('Request timed out').first().waitFor()
  await page.getByText('Details').first().click()
  await page.getByText('Issue 1000').waitFor()
  await page.getByText('Issue 1001').waitFor()
  await page.getByText('Request timed out after 60 s').waitFor()
})

it('says when a menu does not arrive, and opens it on another press', async () => {
  await page.goto('/dashboard/list/')
  await page.getByRole('link', { name: 'Outdoor shop' }).first().click()
  const more = page.getByRole('button', { name: 'More', exact: true })
  await page.route('**/header-menu-panel*.js', (route) => route.abort())
  await more.press('Enter')
  await page.getByText('This could not be loaded').waitFor()
  await page.unroute('**/header-menu-panel*.js')
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Full screen' }).waitFor()
  await page.keyboard.press('Escape')
})

it('keeps a changed chart when the dialog that saves it does not arrive, and opens that on another press', async () => {
  await page.goto('/explore/?slice_id=6')
  const name = page.getByRole('textbox', { name: 'Name of the chart' })
  await name.fill('Changed and kept')
  await page.route('**/save-dialog*.js', (route) => route.abort())
  const save = page.getByRole('button', { name: 'Save', exact: true }).first()
  await save.click()
  await page.getByText('This could not be loaded').first().waitFor()
  expect(await name.inputValue()).toBe('Changed and kept')
  await page.unroute('**/save-dialog*.js')
  await save.click()
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).first().waitFor()
})

it('keeps a changed dashboard when nothing of the server answers a save, and saves it later', async () => {
  const screen = dashboard(page)
  const call = await callsOf(app)
  const id = await makeDashboard(call, 'Before the fall', [row('R1', chart(6))])
  await screen.edit(id)
  const title = page.getByRole('textbox', { name: 'Dashboard title' })
  await title.fill('After the fall')
  await page.route('**/*', (route) => route.abort())
  await screen.save.click()
  await page.getByText('Sorry, there was an error saving this dashboard').first().waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => title.inputValue()).toBe('After the fall')
  await page.unroute('**/*')
  await screen.saveAll()
  expect(await storedDashboard(call, id)).toMatchObject({ dashboard_title: 'After the fall' })
})
