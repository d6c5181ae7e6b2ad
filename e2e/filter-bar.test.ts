import { expect, it } from 'vitest'
import { callsOf, chart, countryFilter, dashboard, makeDashboard, row, storedDashboard } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page } = await openSignedIn()
const call = await callsOf(app)
const twoCharts = [row('R1', chart(6, 6), chart(7, 6))]

it('makes a filter of the dataset that the charts ask, by its column alone', async () => {
  const id = await makeDashboard(call, 'Quickly filtered', twoCharts)
  await dashboard(page).open(id)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const { dialog } = dashboard(page)
  await dialog.getByRole('button', { name: 'Dataset' }).getByText('orders').waitFor()
  await dialog.getByRole('button', { name: 'Column' }).click()
  await page.getByRole('option', { name: /^segment/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /^segment\s*All/i }).waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await dialog.getByRole('button', { name: 'segment', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await storedDashboard(call, id)).metadata.native_filter_configuration).toHaveLength(1)
})

it('leaves in its place what applies the choices, whatever opens and however many filters there are', async () => {
  const filters = (count: number) => ({
    native_filter_configuration: Array.from({ length: count }, (_, at) =>
      countryFilter(`NATIVE_FILTER-${at}`, `Country ${at}`),
    ),
  })
  const apply = page.getByRole('button', { name: 'Apply', exact: true })
  const places = []
  for (const count of [9, 40]) {
    await dashboard(page).open(await makeDashboard(call, `Filters: ${count}`, twoCharts, filters(count)))
    places.push(await apply.boundingBox())
    await page.getByRole('button', { name: /^Country 3\s*All/ }).click()
    await page.getByRole('option', { name: 'Spain' }).click()
    places.push(await apply.boundingBox())
    await page.keyboard.press('Escape')
  }
  for (const place of places) expect(place).toMatchObject({ x: places[0]?.x, y: places[0]?.y })
})

it('counts on the ruler of time what most charts ask, and moves no chart when it comes', async () => {
  const time = {
    id: 'NATIVE_FILTER-t',
    name: 'When',
    type: 'NATIVE_FILTER',
    filterType: 'filter_time',
    targets: [{}],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    defaultDataMask: {},
    cascadeParentIds: [],
  }
  const charts = [row('R1', chart(6, 4), chart(23, 4), chart(24, 4))]
  const id = await makeDashboard(call, 'Ruled', charts, { native_filter_configuration: [time] })
  const ruler = page.waitForRequest((request) => (request.postData() ?? '').includes('COUNT(*)","label":"rows"'))
  await dashboard(page).open(id)
  const place = () => dashboard(page).item('R1').boundingBox()
  const before = await place()
  expect((await ruler).postDataJSON()).toMatchObject({ datasource: { id: 4 } })
  await page.getByRole('slider', { name: 'Start of the window' }).waitFor()
  expect(await place()).toEqual(before)
})
