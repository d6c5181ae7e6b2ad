import { expect, it } from 'vitest'
import { callsOf, chart, makeDashboard, row } from './pages/dashboard.ts'
import { explore } from './pages/explore.ts'
import { openSignedIn } from './stage.ts'

const { app, page } = await openSignedIn()
const call = await callsOf(app)
const dialog = page.getByRole('dialog')

const boardsOf = async (id: number) => {
  const { dashboards } = (await call('GET', `/api/v1/chart/${id}`)).result as { dashboards: { id: number }[] }
  return dashboards.map((one) => one.id).toSorted((a, b) => a - b)
}

const { result } = (await call('GET', '/api/v1/chart/6')) as { result: Record<string, unknown> }
const { params, viz_type } = result
const settings = { params, viz_type, datasource_id: 1, datasource_type: 'table' }
const own = Number((await call('POST', '/api/v1/chart/', { ...settings, slice_name: 'Mine', owners: [1] })).id)

it('leaves a chart that is saved over on its dashboards, and puts it on more', async () => {
  const first = await makeDashboard(call, 'Where it is', [row('R1', chart(own))])
  const second = await makeDashboard(call, 'Where it comes', [])
  expect(await boardsOf(own)).toEqual([first])
  await page.goto(`/explore/?slice_id=${own}`)
  await explore(page).update()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Chart “Mine” was overwritten').first().waitFor()
  expect(await boardsOf(own)).toEqual([first])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: /^Add to dashboards/ }).click()
  await page.getByRole('option', { name: 'Where it comes' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save and go to dashboard' }).click()
  await page.waitForURL(`**/superset/dashboard/${second}/**`)
  expect(await boardsOf(own)).toEqual([first, second])
})

it('says that a chart may not be edited', async () => {
  await page.goto(`/explore/?slice_id=${own}`)
  await explore(page).update()
  await page.route(`**/api/v1/chart/${own}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 403, contentType: 'application/json', body: '{"message":"Forbidden"}' })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Failed to save slice: You do not have permission to edit this chart').waitFor()
  await page.unroute(`**/api/v1/chart/${own}`)
})

it('puts another chart only where it is told to', async () => {
  await page.goto(`/explore/?slice_id=${own}`)
  await explore(page).update()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByLabel('Save as another chart').check()
  await dialog.getByLabel('Chart name').fill('Another one')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const other = () => Number(new URL(page.url()).searchParams.get('slice_id'))
  await expect.poll(other).not.toBe(own)
  expect(await boardsOf(other())).toEqual([])
})

it('names the chart in the tab of the browser', async () => {
  await page.goto('/chart/list/')
  await page.getByRole('link', { name: 'Mine', exact: true }).click()
  await expect.poll(() => page.title()).toBe('Mine · Sightline')
  await page.goto('/explore/?datasource_type=table&datasource_id=1')
  await expect.poll(() => page.title()).toBe('New chart · Sightline')
})

it('shows the picture alone where the address asks for a page that stands alone', async () => {
  await page.goto(`/superset/slice/${own}/?standalone=1`)
  await page.getByRole('region', { name: 'Chart' }).waitFor()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Home' }).filter({ visible: true }).count()).toBe(0)
  await page.goto(`/explore/?slice_id=${own}&standalone=false`)
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Home' }).filter({ visible: true }).count()).toBeGreaterThan(0)
})
