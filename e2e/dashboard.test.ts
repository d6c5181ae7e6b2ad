import { expect, it } from 'vitest'
import {
  askedCharts,
  callsOf,
  chart,
  countryFilter,
  dashboard,
  drag,
  makeDashboard,
  row,
  storedDashboard,
  tab,
  tabs,
} from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page } = await openSignedIn()
const call = await callsOf(app)

const twoRows = [row('R1', chart(6, 6), chart(7, 6)), row('R2', chart(8, 6))]

it('saves only when there is something to save, and not once all is undone', async () => {
  const screen = dashboard(page)
  await screen.edit(await makeDashboard(call, 'Undone', twoRows))
  expect(await screen.save.isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Done')
  expect(await screen.save.isEnabled()).toBe(true)
  await screen.undo.click()
  expect(await page.getByRole('textbox', { name: 'Dashboard title' }).inputValue()).toBe('Undone')
  expect(await screen.save.isDisabled()).toBe(true)
  await page.getByText('Nothing is changed').waitFor()
  expect(await page.getByText('0 changes').count()).toBe(0)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.waitForURL(/welcome/)
})

it('warns with the number of slots when any kind of change fills the history', async () => {
  const screen = dashboard(page)
  await screen.edit(await makeDashboard(call, 'Full history', twoRows))
  for (let count = 0; count < 53; count++) {
    await page.getByRole('textbox', { name: 'Dashboard title' }).fill(`Title ${count}`)
    await page.getByRole('textbox', { name: 'Dashboard title' }).blur()
  }
  await page.getByText('All 52 undo slots are used.').waitFor()
  while (await screen.undo.isEnabled()) await screen.undo.click()
  expect(await screen.save.isEnabled()).toBe(true)
})

it('opens at the chart that the address names, in its tab, and marks it', async () => {
  const screen = dashboard(page)
  const tall = [row('R1', chart(6, 12, 100)), row('R2', chart(8, 12, 100))]
  const id = await makeDashboard(call, 'Focused', [
    ...tall,
    tabs('T', tab('A', 'First', row('RA', chart(5))), tab('B', 'Second', row('RB', chart(7)))),
  ])
  await screen.open(id, '?focused_chart=7')
  const tile = screen.tile('Orders by segment')
  await tile.waitFor()
  expect(await tile.getAttribute('class')).toContain('dash-marked')
  await expect
    .poll(() => tile.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight))
    .toBe(true)
})

it('shows content only for a report, and asks for all of it', async () => {
  const screen = dashboard(page)
  const tall = [row('R1', chart(6, 12, 100)), row('R2', chart(7, 12, 100)), row('R3', chart(8, 12, 100))]
  const id = await makeDashboard(call, 'For a report', tall, {
    native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country')],
  })
  const asked = askedCharts(page)
  await screen.open(id, '?standalone=3')
  await expect.poll(() => [6, 7, 8].every((one) => asked.join().includes(`"slice_id":${one}`))).toBe(true)
  expect(await page.getByRole('button', { name: 'Chart menu' }).count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Filters' }).count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'For a report' }).count()).toBe(0)
})

it('shows headings between filters, components of others, and when it was last refreshed', async () => {
  const screen = dashboard(page)
  const other = { id: 'DYNAMIC-1', type: 'DYNAMIC', meta: { width: 12, componentKey: 'weather map' } }
  const id = await makeDashboard(call, 'All kinds', [...twoRows, row('R3', other)], {
    native_filter_configuration: [
      { id: 'NATIVE_FILTER_DIVIDER-1', type: 'DIVIDER', title: 'Where', description: '' },
      countryFilter('NATIVE_FILTER-c', 'Country'),
    ],
  })
  await screen.open(id)
  await page.getByRole('region', { name: 'Filters' }).getByText('Where').waitFor()
  await page.getByText('weather map').waitFor()
  await page.getByText(/^last refreshed \d/).waitFor()
  let held = 0
  await page.route('**/chart/data**', async (route) => {
    await page.getByText('Refreshing').waitFor()
    held += 1
    await route.continue()
  })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect.poll(() => held).toBeGreaterThan(0)
  await page.getByText(/^last refreshed \d/).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})

it('says when the datasets of a dashboard cannot be read', async () => {
  const id = await makeDashboard(call, 'Without datasets', twoRows)
  await page.route('**/api/v1/dashboard/*/datasets', (route) =>
    route.fulfill({ status: 404, contentType: 'application/json', body: '{"message":"gone"}' }),
  )
  await dashboard(page).open(id)
  await page.getByText('The datasets of this dashboard could not be read: gone').waitFor()
  await page.unroute('**/api/v1/dashboard/*/datasets')
})

it('takes no colour that is none', async () => {
  const screen = dashboard(page)
  await screen.edit(await makeDashboard(call, 'Colours', twoRows))
  await page.getByRole('button', { name: 'Properties' }).click()
  await screen.dialog.getByRole('tab', { name: 'Colours' }).click()
  await screen.dialog.getByPlaceholder('Label, such as a country').fill('Tents')
  await screen.dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await screen.dialog.getByLabel('Colour of Tents as text').fill('blue-ish')
  await screen.dialog.getByRole('button', { name: 'Apply' }).click()
  await screen.dialog.getByText('Invalid color').waitFor()
  await screen.dialog.getByLabel('Colour of Tents as text').fill('rgb(1,2,3)')
  await screen.dialog.getByRole('button', { name: 'Apply' }).click()
  await screen.dialog.waitFor({ state: 'detached' })
})

it('puts what is dropped on the bar of tabs into a tab of its own, and tabs into no chart', async () => {
  const screen = dashboard(page)
  const inner = tabs('T', tab('A', 'First', row('RA', chart(6, 4, 30))), tab('B', 'Second'))
  const id = await makeDashboard(call, 'Dropped', [inner, row('R1', chart(7))])
  await screen.edit(id)
  const bar = await screen.strip('T').boundingBox()
  if (!bar) throw new Error('no tabs')
  const end = { x: bar.width - 40, y: bar.height / 2 }
  await drag(page, screen.palette.getByRole('button', { name: 'Row', exact: true }), screen.strip('T'), end)
  await drag(page, screen.palette.getByRole('button', { name: /^Best sellers/ }).first(), screen.strip('T'), end)
  await expect.poll(() => screen.strip('T').locator('.dash-tab').count()).toBe(4)
  await screen.tile('Best sellers').waitFor()
  await screen.strip('T').locator('.dash-tab').first().click()
  const newTabs = screen.palette.getByRole('button', { name: 'Tabs', exact: true })
  const lines = await drag(page, newTabs, screen.item('CHART-6'), { x: 150, y: 120 }, '.dash-drop-forbidden')
  expect(lines).toEqual(['dash-drop dash-drop-forbidden'])
  await screen.saveAll()
  const { positions } = await storedDashboard(call, id)
  const below = (item: string, at: number) => positions[positions[item]?.children[at] ?? '']
  const types = [2, 3].map((at) => {
    const added = positions.T?.children[at] ?? ''
    return [
      positions[added]?.type,
      below(added, 0)?.type,
      ...(positions[positions[added]?.children[0] ?? '']?.children ?? []),
    ]
  })
  expect(types[0]).toEqual(['TAB', 'ROW'])
  expect(types[1]?.slice(0, 2)).toEqual(['TAB', 'ROW'])
  expect(positions[types[1]?.[2] ?? '']?.type).toBe('CHART')
})

it('offers two hundred charts at once, and the others by their names', async () => {
  const screen = dashboard(page)
  const asked = page.waitForRequest(/api\/v1\/chart\/\?q=/)
  await screen.edit(await makeDashboard(call, 'Palette', twoRows))
  expect(decodeURIComponent((await asked).url())).toContain('page:0,page_size:200')
  const searched = page.waitForRequest(/api\/v1\/chart\/\?q=.*chart_all_text/)
  await page.getByLabel('Search charts').fill('Orders by segment')
  await searched
  await screen.palette.getByText('Orders by segment').waitFor()
})

it('follows a link in a text to its host, whatever protocol it names', async () => {
  const code = '[one](javascript://host/x) [two](foo://host/x) [three](https://host/x) [four](javascript:alert(1))'
  const text = { id: 'MARKDOWN-1', type: 'MARKDOWN', meta: { width: 4, height: 20, code } }
  await dashboard(page).open(await makeDashboard(call, 'Links', [row('R1', text, chart(6, 6))]))
  const address = (name: string) => page.locator('.dash-markdown a', { hasText: name }).getAttribute('href')
  await page.locator('.dash-markdown a', { hasText: 'one' }).waitFor()
  expect(await Promise.all(['one', 'two', 'three', 'four'].map(address))).toEqual([
    '//host/x',
    '//host/x',
    'https://host/x',
    null,
  ])
})

it('shows what a save would overwrite, and waits for the answer', async () => {
  const screen = dashboard(page)
  const id = await makeDashboard(call, 'Contested', twoRows)
  await screen.edit(id)
  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Mine')
  await call('PUT', `/api/v1/dashboard/${id}`, { dashboard_title: 'Theirs', css: '.x{}' })
  await screen.save.click()
  await screen.dialog.getByRole('row', { name: 'Title Theirs Mine Yours' }).waitFor()
  await screen.dialog.getByRole('row', { name: 'CSS .x{} Nothing Theirs' }).waitFor()
  expect(await screen.dialog.getByRole('row').count()).toBe(3)
  await screen.dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await screen.save.isEnabled()).toBe(true)
  await screen.save.click()
  await screen.dialog.getByRole('button', { name: 'Overwrite' }).click()
  await page.getByRole('heading', { name: 'Mine' }).waitFor()
})

it('asks again when somebody is faster between the look and the save, or the answer and the save', async () => {
  const screen = dashboard(page)
  const id = await makeDashboard(call, 'Contested', twoRows)
  await screen.edit(id)
  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Mine')
  const titles = ['First', 'Second']
  await page.route(`**/api/v1/dashboard/${id}`, async (route) => {
    const title = route.request().method() === 'PUT' ? titles.shift() : undefined
    if (title !== undefined) await call('PUT', `/api/v1/dashboard/${id}`, { dashboard_title: title })
    await route.continue()
  })
  await screen.save.click()
  await screen.dialog.getByRole('row', { name: 'Title First Mine' }).waitFor()
  await screen.dialog.getByRole('button', { name: 'Overwrite' }).click()
  await screen.dialog.getByRole('row', { name: 'Title Second Mine' }).waitFor()
  await screen.dialog.getByRole('button', { name: 'Overwrite' }).click()
  await page.getByRole('heading', { name: 'Mine' }).waitFor()
  await page.unroute(`**/api/v1/dashboard/${id}`)
})

it('keeps open which descriptions are open', async () => {
  const screen = dashboard(page)
  await call('PUT', '/api/v1/chart/6', { description: 'What is **sold** most' })
  await screen.open(await makeDashboard(call, 'Described', twoRows))
  await screen.tile('Revenue by category').getByRole('button', { name: 'Chart menu' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Show description' }).click()
  await screen.tile('Revenue by category').getByText('What is sold most').waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Described well')
  await screen.saveAll()
  await page.reload()
  await screen.tile('Revenue by category').getByText('What is sold most').waitFor()
})

it('stores the colours of labels after a new scheme was saved, and not without one', async () => {
  const screen = dashboard(page)
  const id = await makeDashboard(call, 'Coloured', [row('R1', chart(8, 6, 40), chart(5, 6, 40))])
  const stored: string[] = []
  page.on('request', (request) => {
    if (/dashboard\/\d+\/colors/.test(request.url())) stored.push(request.url())
  })
  await screen.edit(id)
  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Coloured anew')
  await screen.saveAll()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Properties' }).click()
  await screen.dialog.getByRole('tab', { name: 'Colours' }).click()
  await screen.dialog.getByRole('button', { name: /Colour scheme/ }).click()
  await page.getByRole('option', { name: 'D3 category 10' }).click()
  await screen.dialog.getByRole('button', { name: 'Apply' }).click()
  await screen.saveAll()
  await expect.poll(() => stored).toEqual([expect.stringContaining('mark_updated=false')])
  await expect
    .poll(async () => (await storedDashboard(call, id)).metadata)
    .toMatchObject({
      color_scheme: 'd3Category10',
      map_label_colors: { App: expect.stringMatching(/^#/), Web: expect.stringMatching(/^#/) },
      shared_label_colors: expect.arrayContaining(['App', 'Web']),
    })
})
