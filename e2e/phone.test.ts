import { expect, it } from 'vitest'
import { openSignedIn } from './stage.ts'

const { page, faults } = await openSignedIn({ width: 390, height: 844 })

const navigation = () => page.getByRole('navigation').filter({ visible: true }).first()
const overflow = () =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth)

it('reads home, a list, a dashboard and a chart by the bar at the bottom, and no page scrolls sideways', async () => {
  await page
    .getByRole('link', { name: /Outdoor shop/ })
    .first()
    .waitFor()
  expect(await overflow()).toBeLessThanOrEqual(0)
  await navigation().getByRole('link', { name: 'Charts' }).click()
  await page.getByText('Revenue by channel').first().waitFor()
  expect(await overflow()).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'Revenue by channel' }).first().click()
  await page.getByRole('img', { name: /^Line chart/ }).waitFor()
  expect(await overflow()).toBeLessThanOrEqual(0)
  await navigation().getByRole('link', { name: 'Dashboards' }).click()
  await page
    .getByRole('link', { name: /Outdoor shop/ })
    .first()
    .click()
  await page
    .getByRole('img', { name: /^Line chart/ })
    .first()
    .waitFor()
  expect(await overflow()).toBeLessThanOrEqual(0)
  expect(faults).toEqual([])
})

it('offers a dataset and the way on for a new chart, none over the other', async () => {
  await page.goto('/chart/add')
  const dataset = page.getByRole('button', { name: 'Dataset', exact: true })
  await dataset.click()
  await page.getByRole('option', { name: /weather/ }).click()
  await page.getByRole('button', { name: 'Open in Explore' }).click()
  await page.waitForURL(/datasource_id=/)
})

it('shows that a list has filters', async () => {
  await page.goto('/chart/list/')
  const filter = await page.getByRole('button', { name: 'Owner', exact: true }).boundingBox()
  expect(filter?.x).toBeLessThan(350)
})

it('opens the filters of a dashboard in a drawer and narrows its charts', async () => {
  await page.goto('/superset/dashboard/outdoor-shop/')
  const revenue = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Orders', exact: true }) })
  await revenue
    .getByText(/^\d[\d,.]*$/)
    .first()
    .waitFor()
  const before = await revenue.textContent()
  await page.getByRole('region', { name: 'Filters' }).getByRole('button').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.waitFor()
  await drawer
    .getByRole('button', { name: /Country/ })
    .first()
    .click()
  await page.getByRole('option', { name: /Spain/ }).click()
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Apply', exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => revenue.textContent()).not.toBe(before)
  expect(await overflow()).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: /^Country\s*Spain/ }).click()
  await drawer.waitFor()
  await page.keyboard.press('Escape')
})

it('makes what a list holds from its head, but writes no SQL', async () => {
  await page.goto('/superset/tags/')
  await page.getByRole('link', { name: 'New tag' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('on the road')
  await dialog.getByRole('button', { name: 'Create tag' }).click()
  await page.getByRole('row', { name: /on the road/ }).waitFor()
  await page.getByRole('link', { name: 'New tag' }).waitFor()
  await page.goto('/databaseview/list/')
  await page.getByRole('link', { name: 'New connection' }).waitFor()
  expect(await overflow()).toBeLessThanOrEqual(0)
  await page.goto('/savedqueryview/list/')
  await page.getByText('No saved queries').waitFor()
  expect(await page.getByRole('link', { name: 'New query' }).count()).toBe(0)
})
