import { expect, it } from 'vitest'
import { callsOf, chart, countryFilter, dashboard, makeDashboard, row } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const SCHEMES = [{ id: 'house', label: 'House', colors: ['#123456', '#654321'], isDefault: true }]
const { app, page } = await openSignedIn({ env: { SIGHTLINE_COLOR_SCHEMES: JSON.stringify(SCHEMES) } })
const call = await callsOf(app)
const twoCharts = [row('R1', chart(6, 6), chart(7, 6))]
const failing = { status: 500, contentType: 'application/json', body: '{"message":"gone"}' }

it('says that it is not known whether the dashboard is a favourite', async () => {
  await page.route('**/api/v1/dashboard/favorite_status/**', (route) => route.fulfill(failing))
  await dashboard(page).open(await makeDashboard(call, 'Unknown star', twoCharts))
  await page.getByText('There was an issue fetching the favorite status of this dashboard.').waitFor()
  await page.unroute('**/api/v1/dashboard/favorite_status/**')
})

it.each([
  ['fail', failing],
  ['come as something that is no list', { contentType: 'application/json', body: '{"nothing":1}' }],
])('says that the charts to place could not be fetched where they %s', async (_, answer) => {
  await page.route('**/api/v1/chart/?q=**', (route) => route.fulfill(answer))
  await dashboard(page).edit(await makeDashboard(call, 'No charts', twoCharts))
  await page.getByText('Could not fetch all saved charts').waitFor()
  await page.unroute('**/api/v1/chart/?q=**')
})

it('says in a toast why the server did not list the charts, and without a reason that they are missing', async () => {
  const isTold = async (words: string, answer: object) => {
    await page.route('**/api/v1/chart/?q=**', (route) => route.fulfill(answer))
    await dashboard(page).edit(await makeDashboard(call, 'Why no charts', twoCharts))
    await page.getByRole('alert').filter({ hasText: words }).waitFor()
    await page.unroute('**/api/v1/chart/?q=**')
  }
  await isTold('Sorry there was an error fetching saved charts: gone', failing)
  await isTold('Could not fetch all saved charts', { status: 200, body: 'no list' })
})

it('adds no chart that was stored without settings', async () => {
  const bare = { slice_name: 'Without settings', viz_type: 'pie', datasource_id: 1, datasource_type: 'table' }
  await call('POST', '/api/v1/chart/', bare)
  const screen = dashboard(page)
  await screen.edit(await makeDashboard(call, 'Drawable only', twoCharts))
  await screen.palette.getByRole('button', { name: /Without settings/ }).click()
  await page.getByText('Sorry, there is no chart definition associated with the chart trying to be added.').waitFor()
  expect(await page.getByRole('article').count()).toBe(2)
  await screen.palette
    .getByRole('button', { name: /Orders/ })
    .first()
    .click()
  await expect.poll(() => page.getByRole('article').count()).toBe(3)
})

it('says on the tile that a saved order cannot be read', async () => {
  const params = {
    viz_type: 'table',
    datasource: '1__table',
    query_mode: 'raw',
    all_columns: ['country'],
    order_by_cols: ['[x,'],
  }
  const table = { slice_name: 'Broken order', viz_type: 'table', datasource_id: 1, datasource_type: 'table' }
  const { id } = await call('POST', '/api/v1/chart/', { ...table, params: JSON.stringify(params) })
  await dashboard(page).open(await makeDashboard(call, 'Orders', [row('R1', chart(Number(id)), chart(7))]))
  await page.getByText('Found invalid orderby options').waitFor()
  await page.getByRole('img', { name: /chart/i }).waitFor()
})

it('takes a picked colour when the pointer has come to rest', async () => {
  const screen = dashboard(page)
  await screen.edit(await makeDashboard(call, 'Settling', twoCharts))
  await page.getByRole('button', { name: 'Properties' }).click()
  await screen.dialog.getByRole('tab', { name: 'Colours' }).click()
  await screen.dialog.getByPlaceholder('Label, such as a country').fill('Tents')
  await screen.dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const swatch = screen.dialog.getByLabel('Colour of Tents', { exact: true })
  const text = screen.dialog.getByLabel('Colour of Tents as text')
  const updates = await text.evaluateHandle((element) => {
    const seen: { value: string; at: number }[] = []
    const watch = () => {
      const { value } = element as HTMLInputElement
      if (seen.at(-1)?.value !== value) seen.push({ value, at: performance.now() })
      requestAnimationFrame(watch)
    }
    watch()
    return seen
  })
  const lastMove = await swatch.evaluate(async (element) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (let step = 1; step <= 5; step += 1) {
      set?.call(element, `#00000${step}`)
      element.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise((done) => setTimeout(done, 60))
    }
    return performance.now()
  })
  await expect.poll(() => text.inputValue()).toBe('#000005')
  // The watcher looks once a frame.
  const values = async () => (await updates.jsonValue()).map(({ value }) => value)
  await expect.poll(values).toEqual(['#0a6878', '#000005'])
  expect(((await updates.jsonValue())[1]?.at ?? 0) - lastMove).toBeGreaterThan(400)
})

it('begins a chart with the default scheme of the installation', async () => {
  await page.goto('/explore/?datasource_type=table&datasource_id=1&viz_type=pie')
  await page.getByRole('tab', { name: 'Style' }).click()
  await page.getByRole('button', { name: 'Colours' }).filter({ hasText: 'House' }).waitFor()
})

it('says in the language of the reader when a chart to place was changed', async () => {
  await page.evaluate(() => localStorage.setItem('sightline.locale', 'de'))
  await page.goto(`/superset/dashboard/${await makeDashboard(call, 'Auf Deutsch', twoCharts)}/?edit=true`)
  await page
    .getByRole('button', { name: /vor \d+ (Sek|Min|Std)|jetzt/ })
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: / ago$/ }).count()).toBe(0)
  await page.evaluate(() => localStorage.removeItem('sightline.locale'))
})

it('counts no values of a filter before they have come', async () => {
  const id = await makeDashboard(call, 'Late values', twoCharts, {
    native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country')],
  })
  const held = Promise.withResolvers<void>()
  await page.route('**/chart/data**', async (route) => {
    if (!route.request().postData()?.includes('"slice_id"')) await held.promise
    await route.continue()
  })
  await dashboard(page).open(id)
  await page.getByRole('button', { name: /^Country/ }).click()
  const choices = page.locator('.dash-options')
  await choices.getByText('Loading').waitFor()
  expect(await choices.getByText(/values$/).count()).toBe(0)
  held.resolve()
  await choices.getByText('10 values').waitFor()
  await page.unroute('**/chart/data**')
  await page.keyboard.press('Escape')
})
