import { expect, it } from 'vitest'
import { callsOf, chart, countryFilter, dashboard, makeDashboard, row, storedDashboard } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page, context } = await openSignedIn()
const call = await callsOf(app)
const twoCharts = [row('R1', chart(6, 6, 40), chart(7, 6, 40))]
const screen = dashboard(page)

/** A dashboard on which a click on the bars of categories does what is set. */
const withClick = (title: string, clickBehavior: object) =>
  makeDashboard(call, title, twoCharts, {
    chart_configuration: { 6: { id: 6, crossFilters: { scope: 'global', chartsInScope: [7] }, clickBehavior } },
  })

/** A place on the bar of tents. */
async function tentsBox() {
  const label = screen
    .tile('Revenue by category')
    .locator('svg text')
    .filter({ hasText: /^Tents$/ })
  // A chart that settles is drawn again.
  let box = await label.boundingBox()
  await expect.poll(async () => (box ??= await label.boundingBox())).not.toBeNull()
  if (!box) throw new Error('no bar to click')
  return { x: box.x + box.width + 30, y: box.y + box.height / 2 }
}

async function clickTents(button: 'left' | 'right' = 'left') {
  const { x, y } = await tentsBox()
  await page.mouse.click(x, y, { button })
}

async function openedByClick() {
  const opened = context.waitForEvent('page')
  await clickTents()
  const other = await opened
  await other.waitForURL((url) => url.href !== 'about:blank')
  return other
}

it('filters the other charts from the start', async () => {
  await screen.open(await withClick('Filtering', {}))
  await clickTents()
  await page.getByRole('button', { name: 'Clear category' }).first().waitFor()
})

it('takes a press that comes before the mark under the pointer is drawn in front of the others', async () => {
  await screen.open(await withClick('Pressed early', {}))
  await tentsBox()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const { x, y } = await tentsBox()
  await Promise.all([page.mouse.move(x, y), page.mouse.down()])
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.mouse.up()
  await page.getByRole('button', { name: 'Clear category' }).first().waitFor()
})

it('shows the rows behind the clicked mark', async () => {
  await screen.open(await withClick('Rows', { kind: 'rows' }))
  const asked = page.waitForRequest(/datasource\/samples/)
  await clickTents()
  expect((await asked).postData()).toContain('{"col":"category","op":"IN","val":["Tents"]}')
  await screen.dialog.getByRole('cell', { name: 'Tents' }).first().waitFor()
})

it('breaks the clicked mark down by another column', async () => {
  await screen.open(await withClick('Breakdown', { kind: 'breakdown', column: 'segment' }))
  const asked = page.waitForRequest(
    (one) => /chart\/data\/batch/.test(one.url()) && /"Tents"/.test(one.postData() ?? ''),
  )
  await clickTents()
  await screen.dialog.getByRole('heading', { name: 'Revenue by category: Tents by segment' }).waitFor()
  expect((await asked).postData()).toContain('"x_axis":"segment"')
  await screen.dialog.getByText('Consumer').first().waitFor()
})

it('offers on a mark, by the other button, what a click may do, whatever it does', async () => {
  await screen.open(await withClick('Menu', { kind: 'rows' }))
  const item = (name: string) => page.getByRole('menu', { name: 'Tents' }).getByText(name, { exact: true })
  await clickTents('right')
  await item('Filter the other charts').click()
  await page.getByRole('button', { name: 'Clear category' }).first().waitFor()
  await clickTents('right')
  await page.getByRole('menuitemcheckbox', { name: 'Filter the other charts', checked: true }).click()
  await page.getByRole('button', { name: 'Clear category' }).first().waitFor({ state: 'detached' })
  await clickTents('right')
  await item('Break down by').click()
  await page.getByRole('menuitem', { name: 'segment', exact: true }).click()
  await screen.dialog.getByRole('heading', { name: 'Revenue by category: Tents by segment' }).waitFor()
  await page.keyboard.press('Escape')
  await clickTents('right')
  await item('Rows behind it').click()
  await screen.dialog.getByRole('cell', { name: 'Tents' }).first().waitFor()
})

it('opens another dashboard whose filters begin with the clicked values', async () => {
  const target = await makeDashboard(call, 'Target', twoCharts, {
    native_filter_configuration: [
      countryFilter('NATIVE_FILTER-c', 'Category', { targets: [{ datasetId: 1, column: { name: 'category' } }] }),
    ],
  })
  await screen.open(await withClick('Opening', { kind: 'dashboard', idOrSlug: String(target) }))
  const other = await openedByClick()
  await other.getByRole('button', { name: /^Category\s*Tents/ }).waitFor()
  await other.close()
})

it('opens an address with the clicked values, and none that is no page', async () => {
  await screen.open(await withClick('Address', { kind: 'address', address: '/dashboard/list/?seen={category}' }))
  const other = await openedByClick()
  expect(new URL(other.url()).searchParams.get('seen')).toBe('Tents')
  await other.close()
  await screen.open(await withClick('No address', { kind: 'address', address: 'javascript:alert(1)' }))
  await clickTents()
  await page.getByText('What a click on this chart opens is not set, or is no address of the web').waitFor()
})

it('is set for each chart while the dashboard is edited', async () => {
  const id = await withClick('Set', {})
  await screen.edit(id)
  await screen.item('CHART-6').click()
  await page.getByRole('tab', { name: 'Selected' }).click()
  await page.getByRole('button', { name: 'A click on a mark' }).click()
  await page.getByRole('option', { name: 'breaks it down by a column' }).click()
  await page.getByRole('button', { name: 'Column', exact: true }).click()
  await page
    .getByRole('option', { name: /segment/i })
    .first()
    .click()
  await screen.saveAll()
  expect((await storedDashboard(call, id)).metadata.chart_configuration).toMatchObject({
    6: { clickBehavior: { kind: 'breakdown', column: 'segment' } },
  })
  await clickTents()
  await screen.dialog.getByText('Consumer').first().waitFor()
})
