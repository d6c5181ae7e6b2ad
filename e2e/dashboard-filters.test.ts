import { expect, it } from 'vitest'
import { PASSWORD, signIn, startApp, visit } from './app.ts'
import {
  askedCharts,
  callsOf,
  chart,
  countryFilter,
  dashboard,
  makeDashboard,
  row,
  storedDashboard,
} from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, browser, page } = await openSignedIn()
const call = await callsOf(app)

const twoCharts = [row('R1', chart(6, 6), chart(7, 6))]

it('begins with the first value where that is asked for, parents first, and asks no chart before', async () => {
  const first = { multiSelect: true, defaultToFirstItem: true }
  const id = await makeDashboard(call, 'First values', twoCharts, {
    native_filter_configuration: [
      countryFilter('NATIVE_FILTER-c', 'Country', { controlValues: first }),
      countryFilter('NATIVE_FILTER-s', 'Segment', {
        targets: [{ datasetId: 1, column: { name: 'segment' } }],
        controlValues: first,
        cascadeParentIds: ['NATIVE_FILTER-c'],
      }),
    ],
  })
  const asked = askedCharts(page)
  await dashboard(page).open(id)
  await page.getByRole('button', { name: /^Country\s*Australia/ }).waitFor()
  await page.getByRole('button', { name: /^Segment\s*(Business|Consumer|Education)/ }).waitFor()
  const ofCharts = () => asked.filter((body) => body.includes('"slice_id"'))
  await expect.poll(() => ofCharts().length).toBeGreaterThan(0)
  expect(ofCharts().every((body) => body.includes('Australia') && body.includes('"segment"'))).toBe(true)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('button', { name: /^Country\s*All/ }).waitFor()
})

it('asks the charts only when the choices are applied, and takes the step back', async () => {
  const id = await makeDashboard(call, 'Applied', twoCharts, {
    native_filter_configuration: [
      countryFilter('NATIVE_FILTER-c', 'Country'),
      countryFilter('NATIVE_FILTER-s', 'Segment', { targets: [{ datasetId: 1, column: { name: 'segment' } }] }),
    ],
  })
  const screen = dashboard(page)
  await screen.open(id)
  const apply = page.getByRole('button', { name: 'Apply', exact: true })
  const chip = (text: RegExp) => page.getByRole('button', { name: text })
  const pick = async (name: RegExp, value: string) => {
    await chip(name).click()
    await page.getByRole('option', { name: value }).click()
    await page.keyboard.press('Escape')
  }
  await page.getByRole('img', { name: /chart/i }).nth(1).waitFor()
  const asked = askedCharts(page)
  const ofCharts = () => asked.filter((body) => body.includes('"slice_id"'))
  expect(await apply.isDisabled()).toBe(true)
  await pick(/^Country/, 'Australia')
  await pick(/^Segment/, 'Consumer')
  await chip(/^Country\s*Australia/).waitFor()
  expect(ofCharts()).toEqual([])
  await apply.click()
  await expect.poll(() => ofCharts().length).toBeGreaterThan(0)
  expect(ofCharts().every((body) => body.includes('Australia') && body.includes('Consumer'))).toBe(true)
  expect(await apply.isDisabled()).toBe(true)
  await pick(/^Country/, 'Australia')
  await chip(/^Country\s*All/).waitFor()
  await pick(/^Country/, 'Australia')
  expect(await apply.isDisabled()).toBe(true)
  await page.keyboard.press('Control+z')
  await chip(/^Country\s*All/).waitFor()
  await chip(/^Segment\s*All/).waitFor()
  await page.keyboard.press('Control+Shift+z')
  await chip(/^Country\s*Australia/).waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await chip(/^Country\s*All/).waitFor()
})

it('applies nothing while a filter that must have a value has none', async () => {
  const id = await makeDashboard(call, 'Required', twoCharts, {
    native_filter_configuration: [
      countryFilter('NATIVE_FILTER-c', 'Country', {
        controlValues: { enableEmptyFilter: true, defaultToFirstItem: true, multiSelect: true },
      }),
    ],
  })
  await dashboard(page).open(id)
  const apply = page.getByRole('button', { name: 'Apply', exact: true })
  await page.getByRole('button', { name: /^Country\s*Australia/ }).click()
  await page.getByRole('option', { name: 'Australia' }).click()
  await page.getByText('Charts wait for a value').waitFor()
  expect(await apply.getAttribute('data-tip')).toBe('Choose a value for Country first')
  expect(await apply.getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('img', { name: /chart/i }).nth(1).waitFor()
  const asked = askedCharts(page)
  await page.keyboard.press('Escape')
  await apply.click({ force: true })
  await page.getByRole('button', { name: /^Country/ }).click()
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.keyboard.press('Escape')
  await apply.click()
  await expect.poll(() => asked.filter((body) => body.includes('"slice_id"')).length).toBeGreaterThan(0)
  expect(asked.filter((body) => body.includes('"slice_id"')).every((body) => body.includes('Germany'))).toBe(true)
})

it('sets how the choices of a filter are read', async () => {
  const screen = dashboard(page)
  const id = await makeDashboard(call, 'Choices', twoCharts, {
    native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country')],
  })
  await screen.open(id)
  await page.getByRole('button', { name: /^Country/ }).click()
  await page.getByRole('button', { name: 'Edit the filter' }).click()
  const { dialog } = screen
  await dialog.getByLabel('Select the first value by default').check()
  await dialog.getByLabel(/^Pre-filter the choices/).fill("country <> 'Australia'")
  await dialog.getByRole('button', { name: /^Sort by metric/ }).click()
  await page.getByRole('option').first().click()
  await dialog.getByLabel('List in descending order').check()
  await dialog.getByRole('button', { name: /^Choices within/ }).click()
  await page.getByRole('option', { name: 'Last year' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [filter] = (await storedDashboard(call, id)).metadata.native_filter_configuration as Record<string, unknown>[]
  expect(filter).toMatchObject({
    requiredFirst: true,
    sortMetric: 'count',
    time_range: 'Last year',
    adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: "country <> 'Australia'" }],
    controlValues: { defaultToFirstItem: true, sortAscending: false },
  })
  await page.getByRole('button', { name: /^Country\s*United States/ }).click()
  await page.getByRole('option', { name: 'Germany' }).waitFor()
  expect(await page.getByRole('option', { name: 'Australia' }).count()).toBe(0)
  await page.keyboard.press('Escape')
})

it('shows which charts a filter reaches while its choices are open', async () => {
  const screen = dashboard(page)
  const scope = { rootPath: ['ROOT_ID'], excluded: [7] }
  const id = await makeDashboard(call, 'Reached', twoCharts, {
    native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country', { scope })],
  })
  await screen.open(id)
  await page.getByRole('button', { name: /^Country/ }).click()
  await screen.item('CHART-6').locator('.dash-reached').waitFor()
  await screen.item('CHART-7').locator('.dash-unreached').waitFor()
  await page.keyboard.press('Escape')
  await screen.item('CHART-7').locator('.dash-unreached').waitFor({ state: 'detached' })
})

it('says on a chart without the column that the filter is not applicable, and why', async () => {
  const defaultDataMask = {
    extraFormData: { filters: [{ col: 'country', op: 'IN', val: ['France'] }] },
    filterState: { value: ['France'] },
  }
  const screen = dashboard(page)
  const id = await makeDashboard(call, 'Two datasets', [row('R1', chart(6, 6), chart(38, 6))], {
    native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country', { defaultDataMask })],
  })
  await screen.open(id)
  await screen.item('CHART-38').getByRole('button', { name: '0 filters applied' }).click()
  const words = page.getByRole('dialog', { name: 'Filters on this chart' })
  await words.getByRole('heading', { name: 'Not applicable, 1' }).waitFor()
  await words.getByText('Dataset weather has no column country').waitFor()
  await page.keyboard.press('Escape')
  await screen.item('CHART-6').getByRole('button', { name: '1 filter applied' }).click()
  await words.getByRole('heading', { name: 'Applied, 1' }).waitFor()
  await page.keyboard.press('Escape')
})

it('scopes clicks for all charts and for one, and says when that fails', async () => {
  const screen = dashboard(page)
  const id = await makeDashboard(call, 'Scoped', [row('R1', chart(6), chart(7), chart(8))])
  await screen.open(id)
  const open = async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Cross-filtering scoping' }).click()
  }
  await open()
  await screen.dialog.getByRole('checkbox', { name: 'Revenue by country and channel' }).uncheck()
  await screen.dialog.getByRole('button', { name: 'Revenue by category' }).click()
  await screen.dialog.getByRole('radio', { name: 'Only these' }).check()
  await screen.dialog.getByRole('checkbox', { name: 'Orders by segment' }).uncheck()
  await screen.dialog.getByRole('checkbox', { name: 'Revenue by country and channel' }).check()
  await screen.dialog.getByRole('button', { name: 'Save' }).click()
  await screen.dialog.waitFor({ state: 'detached' })
  const { metadata, positions } = await storedDashboard(call, id)
  expect(metadata.global_chart_configuration).toEqual({
    scope: { rootPath: ['ROOT_ID'], excluded: [8] },
    chartsInScope: [6, 7],
  })
  expect(metadata.chart_configuration).toMatchObject({
    6: { crossFilters: { chartsInScope: [8] } },
    7: { crossFilters: { scope: 'global', chartsInScope: [6] } },
  })
  expect(positions.R1?.children).toHaveLength(3)
  await page.route(/dashboard\/\d+$/, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await open()
  await screen.dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Failed to save cross-filter scoping').waitFor()
  await page.unroute(/dashboard\/\d+$/)
})

it('shows charts and choices to a role of the dashboard that may read no dataset', async () => {
  const { result: roles } = await call('GET', '/api/v1/security/roles/?q=(page_size:100)')
  const gamma = (roles as { id: number; name: string }[]).find(({ name }) => name === 'Gamma')?.id
  const id = await makeDashboard(call, 'By role', twoCharts, {
    native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country')],
  })
  await call('PUT', `/api/v1/dashboard/${id}`, { roles: [gamma] })
  const person = { first_name: 'Role', last_name: 'Reader', email: 'role-reader@example.com', active: true }
  const account = { username: 'role-reader', password: PASSWORD, roles: [gamma] }
  await call('POST', '/api/v1/security/users/', { ...person, ...account })
  const visitor = await visit(browser, app)
  await signIn(visitor.page, 'role-reader', PASSWORD)
  const screen = dashboard(visitor.page)
  await screen.open(id)
  await visitor.page.getByRole('img', { name: /chart/i }).nth(1).waitFor()
  await visitor.page.getByRole('button', { name: /^Country/ }).click()
  await visitor.page.getByRole('option', { name: 'Germany' }).click()
  await visitor.page.keyboard.press('Escape')
  let told = ''
  await visitor.page.route(/chart\/data\/batch/, async (route) => {
    // What is asked ahead of a click is no question of the charts.
    if (route.request().postData()?.includes('"ahead":true')) return route.continue()
    const answer = await route.fetch()
    const body = await answer.text()
    told += body
    await route.fulfill({ response: answer, body })
  })
  await visitor.page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect.poll(() => told).toMatch(/"status":200.*\n.*"status":200/)
  await visitor.context.close()
})

it('filters by no click and offers no setting for it where the feature is off', async () => {
  const other = await startApp({ env: { SIGHTLINE_FEATURES: 'DASHBOARD_CROSS_FILTERS=off,DASHBOARD_RBAC=off' } })
  const visitor = await visit(browser, other)
  await signIn(visitor.page)
  const screen = dashboard(visitor.page)
  await screen.edit(await makeDashboard(await callsOf(other), 'Without clicks', twoCharts))
  await visitor.page.getByRole('button', { name: 'Properties' }).click()
  await screen.dialog.getByLabel('Title').fill('Without clicks, without roles')
  expect(await screen.dialog.getByText('Roles', { exact: true }).count()).toBe(0)
  await screen.dialog.getByRole('tab', { name: 'Behaviour' }).click()
  await screen.dialog.getByText('Refresh', { exact: true }).waitFor()
  expect(await screen.dialog.getByText('A click on a mark filters the other charts').count()).toBe(0)
  await screen.dialog.getByRole('button', { name: 'Apply' }).click()
  const saved = visitor.page.waitForRequest((one) => one.method() === 'PUT' && /dashboard\/\d+$/.test(one.url()))
  await screen.saveAll()
  expect(JSON.parse((await saved).postData() ?? '{}')).not.toHaveProperty('roles')
  await visitor.page.getByRole('button', { name: 'More' }).click()
  await visitor.page.getByRole('menuitem', { name: 'Properties' }).waitFor()
  expect(await visitor.page.getByRole('menuitem', { name: 'Cross-filtering scoping' }).count()).toBe(0)
  await visitor.context.close()
  await other.stop()
})

it.each(['HORIZONTAL', 'VERTICAL'])(
  'cuts a long value at the width of its place and tells it whole, %s',
  async (orientation) => {
    const value = ['Wasserwirtschaftsamt '.repeat(10), 'Österreich '.repeat(20)]
    const extraFormData = { filters: [{ col: 'country', op: 'IN', val: value }] }
    const id = await makeDashboard(call, `Long values ${orientation}`, twoCharts, {
      filter_bar_orientation: orientation,
      native_filter_configuration: [
        countryFilter('NATIVE_FILTER-l', 'Country', { defaultDataMask: { filterState: { value }, extraFormData } }),
      ],
    })
    await dashboard(page).open(id)
    const shown = page.locator('.dash-chip-value').first()
    await shown.waitFor()
    expect(await shown.getAttribute('title')).toContain(value[0]?.trim())
    const { clientWidth, scrollWidth } = await shown.evaluate((box) => ({
      clientWidth: box.clientWidth,
      scrollWidth: box.scrollWidth,
    }))
    expect(clientWidth).toBeLessThan(240)
    expect(scrollWidth).toBeGreaterThan(clientWidth)
  },
)

it('says for which filter the choices of another one wait', async () => {
  const parent = countryFilter('NATIVE_FILTER-p', 'Country', { controlValues: { enableEmptyFilter: true } })
  const child = countryFilter('NATIVE_FILTER-k', 'Again', { cascadeParentIds: [parent.id] })
  const metadata = { native_filter_configuration: [parent, child] }
  await dashboard(page).open(await makeDashboard(call, 'Waiting choices', twoCharts, metadata))
  await page.getByRole('button', { name: /^Again/ }).click()
  await page.getByRole('dialog', { name: 'Again' }).getByText('Waiting for Country').waitFor()
})
