import { expect, it } from 'vitest'
import { explore } from './pages/explore.ts'
import { openSignedIn } from './stage.ts'

const { page, faults } = await openSignedIn()

/** Opens Explore with settings on an example dataset. */
async function openForm(table: string, form: object): Promise<void> {
  const { result } = await page.evaluate(async () => (await fetch('/api/v1/dataset/?q=(page_size:100)')).json())
  const dataset = result.find((one: { table_name: string }) => one.table_name === table)
  const settings = { datasource: `${dataset.id}__table`, row_limit: 10_000, ...form }
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(settings))}`)
}

/** What the database says without any group. */
const distinctCustomers = () =>
  page.evaluate(async () => {
    const { csrf_token: token } = JSON.parse(document.getElementById('app')?.dataset['bootstrap'] ?? '{}')
    const { result } = await (await fetch('/api/v1/dataset/?q=(page_size:100)')).json()
    const { id } = result.find((one: { table_name: string }) => one.table_name === 'orders')
    const body = JSON.stringify({
      datasource: { id, type: 'table' },
      queries: [{ columns: [], metrics: ['customers'] }],
    })
    const headers = { 'content-type': 'application/json', 'x-csrftoken': token }
    const answer = await fetch('/api/v1/chart/data', { method: 'POST', headers, body })
    return (await answer.json()).result[0].data[0].customers as number
  })

const PIVOT = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['category', 'product'],
  groupbyColumns: ['channel'],
  metrics: ['customers'],
  combineMetric: true,
}

it('draws a pivot table whose totals are those of the database', async () => {
  await openForm('orders', PIVOT)
  const table = page.getByRole('table', { name: 'New chart' })
  await table.getByRole('row', { name: /Day pack/ }).waitFor()
  await page.getByLabel('Subtotals of rows').check({ force: true })
  await page.getByLabel('Totals of columns', { exact: true }).check({ force: true })
  await page.getByLabel('Totals of rows', { exact: true }).check({ force: true })
  await explore(page).update()
  const total = table.getByRole('row', { name: /^Total/ })
  await total.getByRole('cell', { name: /\d/ }).first().waitFor()
  const numbers = (await total.getByRole('cell').allTextContents()).map((text) => Number(text.replace(/,/g, '')))
  const channels = numbers.slice(0, -1)
  const whole = await distinctCustomers()
  expect(numbers.at(-1)).toBe(whole)
  expect(channels.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(whole)
  expect(await table.getByRole('row', { name: /Subtotal/ }).count()).toBeGreaterThan(3)
  expect(faults).toEqual([])
})

it('scrolls a large pivot table by keyboard, with its heads in view and only a part of it drawn', async () => {
  await openForm('flights', {
    ...PIVOT,
    groupbyRows: ['destination', 'origin'],
    groupbyColumns: ['weekday'],
    metrics: ['count'],
  })
  const region = page.getByRole('region', { name: 'New chart' })
  await region.getByRole('row').nth(5).waitFor()
  const rows = Number(await region.getByRole('table').getAttribute('aria-rowcount'))
  expect(rows).toBeGreaterThan(300)
  expect(await region.locator('td').count()).toBeLessThan(3000)
  const head = region.getByRole('columnheader').first()
  const before = await head.boundingBox()
  await region.focus()
  await page.keyboard.press('End')
  await region.locator(`tr[aria-rowindex="${rows}"]`).waitFor()
  expect((await head.boundingBox())?.y).toBe(before?.y)
  expect(faults).toEqual([])
})

it.each([
  ['Line', /^Line chart/],
  ['Bar', /^Bar chart/],
  ['Area', /^Area chart/],
  ['Step', /^Line chart/],
  ['Smooth line', /^Line chart/],
  ['Scatter', /^Scatter chart/],
  ['Any series', /^Line chart/],
  ['Mixed', /^Mixed chart/],
  ['Pie', /^Pie chart/],
  ['Histogram', /^Histogram, 5 bins/],
  ['Heatmap', /^Heatmap, \d+ by \d+/],
  ['Treemap', /^Treemap, \d+ groups/],
  ['Funnel', /^Funnel, \d+ steps/],
  ['Bubbles', /^Bubble chart, \d+ points/],
  ['Box plot', /^Box plot, \d+ box/],
  ['Waterfall', /^Waterfall, \d+ steps/],
  ['Radar', /^Radar, \d+ profile/],
  ['Gauge', /^Gauge, \d+ value/],
])('draws %s from the gallery on example data', async (label, summary) => {
  await page.goto('/chart/add')
  await page.getByRole('button', { name: /^Dataset/ }).click()
  await page.getByRole('option', { name: /^orders/ }).click()
  await page
    .getByRole('radio', { name: new RegExp(`^${label}`) })
    .first()
    .click()
  await page.getByRole('button', { name: 'Open in Explore' }).click()
  await page.getByRole('img', { name: summary }).locator('svg, canvas').first().waitFor()
  expect(faults).toEqual([])
})

it('refuses a bubble chart without an entity, and an opacity beyond 0 to 1', async () => {
  await openForm('orders', { viz_type: 'bubble_v2', entity: 'country', x: 'count', y: 'revenue', size: 'count' })
  await page.getByRole('img', { name: /^Bubble chart/ }).waitFor()
  const update = page.getByRole('button', { name: /^Update chart/ })
  await page.getByRole('button', { name: 'Remove country', exact: true }).click()
  await page.getByText('cannot be empty').first().waitFor()
  await expect.poll(() => update.getAttribute('aria-disabled')).toBe('true')
  await openForm('orders', { viz_type: 'bubble_v2', entity: 'country', x: 'count', y: 'revenue', size: 'count' })
  await page.getByRole('tab', { name: 'Style' }).click()
  const opacity = page.getByLabel('Opacity')
  for (const [value, refused] of [
    ['-0.1', 'true'],
    ['0', null],
    ['1.1', 'true'],
    ['1', null],
  ] as const) {
    await opacity.fill(value)
    await expect.poll(() => update.getAttribute('aria-disabled')).toBe(refused)
  }
  expect(faults).toEqual([])
})
