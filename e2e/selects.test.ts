import { beforeAll, expect, it } from 'vitest'
import { callsOf, chart, dashboard, makeDashboard, row } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const DASHBOARDS = 130
const DATASETS = 95
const LONG_NAME = 'A name of twenty-five let'

const { app, page } = await openSignedIn()
const call = await callsOf(app)
beforeAll(async () => {
  for (let count = 0; count < DASHBOARDS; count++)
    await call('POST', '/api/v1/dashboard/', { dashboard_title: `Board ${count}` })
})

it('reads long lists by pages of 100 and the next one at 70 percent', async () => {
  const pages: string[] = []
  page.on('request', (request) => {
    if (/api\/v1\/dashboard\/\?q=/.test(request.url())) pages.push(decodeURIComponent(request.url()))
  })
  await openSaveDialog()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to dashboards' }).click()
  await page.getByRole('option').first().waitFor()
  expect(pages.map((url) => /page:\d+,page_size:\d+/.exec(url)?.[0])).toEqual(['page:0,page_size:100'])
  const list = page.getByRole('listbox', { name: 'Add to dashboards' })
  const scrollTo = (share: number) =>
    list.evaluate((element, to) => {
      element.scrollTop = element.scrollHeight * to - element.clientHeight
    }, share)
  await scrollTo(0.6)
  await scrollTo(0.72)
  await expect.poll(() => pages.length).toBe(2)
  expect(pages[1]).toContain('page:1,page_size:100')
  await page.keyboard.press('Escape')
})

it('reads the datasets of a new chart by pages too', async () => {
  for (let count = 0; count < DATASETS; count++)
    await call('POST', '/api/v1/dataset/', { database: 1, table_name: `More ${count}`, sql: 'select 1 as a' })
  const pages: string[] = []
  page.on('request', (request) => {
    if (/api\/v1\/dataset\/\?q=/.test(request.url())) pages.push(decodeURIComponent(request.url()))
  })
  await page.goto('/chart/add')
  await page.getByText('Pick a dataset').click()
  const list = page.getByRole('listbox', { name: 'Dataset' })
  await list.getByRole('option').nth(90).waitFor({ state: 'attached' })
  await list.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await expect.poll(() => pages.map((url) => /page:\d+,page_size:\d+/.exec(url)?.[0])).toContain('page:1,page_size:100')
  await page.keyboard.press('Escape')
})

it('takes pasted words apart, shows four of them, and cuts long names', async () => {
  await openSaveDialog()
  const dialog = page.getByRole('dialog')
  expect((await dialog.boundingBox())?.width).toBe(600)
  await dialog.getByRole('button', { name: 'Add to dashboards' }).click()
  await page.getByRole('button', { name: 'Select All' }).waitFor()
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${LONG_NAME},b;c\td\ne,f`)
  await page.getByRole('combobox', { name: 'Search Add to dashboards' }).press('Control+v')
  const field = dialog.locator('[aria-haspopup=listbox]')
  await expect.poll(() => field.locator('.tag').allInnerTexts()).toEqual([`${LONG_NAME.slice(0, 20)}…`, 'b', 'c', 'd'])
  expect(await field.locator('.tag').first().getAttribute('data-tip')).toBe(LONG_NAME)
  await field.getByText('+ 2 ...').waitFor()
  await page.keyboard.press('Escape')
})

it('tells what is chosen beside what it asks', async () => {
  const described = (name: string) =>
    page
      .getByRole('search')
      .getByRole('button', { name, exact: true })
      .evaluate((button) => {
        const ids = button.getAttribute('aria-describedby')?.split(' ') ?? []
        return ids.map((id) => document.getElementById(id)?.textContent)
      })
  await page.goto('/chart/list/')
  expect(await described('Type')).toEqual(['Any'])
  await page.getByRole('search').getByRole('button', { name: 'Type', exact: true }).click()
  await page.getByRole('option', { name: 'Bar', exact: true }).click()
  await expect.poll(() => described('Type')).toEqual(['Bar'])
})

it('says that there is no such option where none can be made', async () => {
  const screen = dashboard(page)
  await screen.edit(await makeDashboard(call, 'Owned', [row('R1', chart(6, 6))]))
  await page.getByRole('button', { name: 'Properties' }).click()
  await screen.dialog.getByRole('button', { name: /^Owners/ }).click()
  await page.getByRole('combobox', { name: 'Search Owners' }).fill('nobody of this name')
  await page.getByText('No data').waitFor()
  await page.keyboard.press('Escape')
})

it('opens a chart whose setting is none of the choices without it', async () => {
  const { id } = await call('POST', '/api/v1/chart/', {
    slice_name: 'Odd',
    viz_type: 'echarts_timeseries_bar',
    datasource_id: 1,
    datasource_type: 'table',
    params: JSON.stringify({
      viz_type: 'echarts_timeseries_bar',
      datasource: '1__table',
      x_axis: 'category',
      metrics: ['count'],
      groupby: [],
      orientation: 'sideways',
    }),
  })
  await page.goto(`/explore/?slice_id=${id}`)
  await page
    .getByRole('region', { name: 'Chart' })
    .getByRole('img', { name: /^Bar chart/ })
    .waitFor()
  await page.getByRole('tab', { name: 'Style' }).click()
  expect(await page.getByText('sideways').count()).toBe(0)
})

it('lists every limit, whatever stands in the field, and takes others that are typed', async () => {
  await page.goto('/explore/?datasource_id=1&datasource_type=table')
  const limit = page.getByLabel('Row limit', { exact: true })
  await page.getByText('No filter').waitFor()
  expect(await limit.inputValue()).toBe('1000')
  await limit.press('ArrowDown')
  const options = page.getByRole('listbox', { name: 'Row limit' }).getByRole('option')
  expect(await options.allInnerTexts()).toEqual(['10', '50', '100', '250', '500', '1000', '5000', '10000', '50000'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await limit.inputValue()).toBe('5000')
  await limit.fill('42')
  await page.getByRole('button', { name: 'Suggestions for Row limit' }).click()
  await options.getByText('50', { exact: true }).click()
  expect(await limit.inputValue()).toBe('50')
})

it('listens to the keys after an option was clicked, and takes words of its own', async () => {
  await page.goto('/explore/?slice_id=6')
  await page.getByRole('region', { name: 'Chart' }).getByRole('img').first().waitFor()
  const compare = page.getByRole('button', { name: 'Compare with', exact: true })
  await compare.click()
  await page.getByRole('option', { name: '1 year ago' }).click()
  await page.keyboard.type('1 month ago')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  expect(await compare.textContent()).toBe('1 year ago1 month ago')
})

async function openSaveDialog() {
  await page.goto('/explore/?slice_id=6')
  await page.getByRole('region', { name: 'Chart' }).getByRole('img').first().waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor()
}
