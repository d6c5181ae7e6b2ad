import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { callsOf, chart, countryFilter, dashboard, makeDashboard, restOn, row, tab, tabs } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page } = await openSignedIn()
const call = await callsOf(app)
const screen = dashboard(page)
const question = page.getByRole('dialog', { name: 'Leave without saving?' })

it('asks before Back leaves changes that are not saved, and goes there after all', async () => {
  await makeDashboard(call, 'To be left', [row('R1', chart(6))])
  await page.goto('/dashboard/list/')
  await page.getByRole('link', { name: 'To be left' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await screen.save.waitFor()
  const here = page.url()
  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Changed')
  await page.evaluate(() => window.history.back())
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.url()).toBe(here)
  expect(await page.getByRole('textbox', { name: 'Dashboard title' }).inputValue()).toBe('Changed')
  await page.evaluate(() => window.history.back())
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('heading', { name: 'Dashboards' }).waitFor()
})

it('asks before the palette leads away', async () => {
  await screen.edit(await makeDashboard(call, 'Palette', [row('R1', chart(6))]))
  await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Changed')
  await page.getByRole('link', { name: 'Charts' }).first().click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox').fill('connections')
  await page.getByRole('option', { name: 'Connections', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.waitForURL('**/databaseview/list/**')
})

/** Drags over places, each found when it is come to, and rests on it. */
async function dragOver(from: Locator, ...places: (readonly [Locator, (width: number) => number])[]) {
  const start = await from.boundingBox()
  if (!start) throw new Error('nothing to drag')
  await page.mouse.move(start.x + Math.min(60, start.width / 2), start.y + 10)
  await page.mouse.down()
  await page.mouse.move(start.x + 20, start.y + 12, { steps: 4 })
  for (const [place, at] of places) {
    await place.waitFor()
    const box = await place.boundingBox()
    if (!box) throw new Error('no place to drop')
    const end = { x: at(box.width), y: box.height / 2 }
    await page.mouse.move(box.x + end.x, box.y + end.y, { steps: 8 })
    if (place === places.at(-1)?.[0]) await restOn(page, box, end)
  }
  await page.mouse.up()
}

it('opens the tab that a drag rests on, and says that the chart left the scope of a filter', async () => {
  const scope = { rootPath: ['A'], excluded: [] }
  const two = [tab('A', 'First', row('RA', chart(6), chart(7))), tab('B', 'Second', row('RB', chart(8)))]
  const id = await makeDashboard(call, 'Scopes', [tabs('T', ...two)], {
    native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country', { scope })],
  })
  await screen.edit(id)
  const second = screen.strip('T').locator('.dash-tab').nth(1)
  const isOpen = () => second.getByRole('textbox').getAttribute('aria-current')
  expect(await isOpen()).toBe(null)
  const right = (width: number) => width - 4
  await dragOver(
    screen.item('CHART-6').locator('header').first(),
    [second, (width) => width / 2],
    [screen.item('CHART-8'), right],
  )
  await page.getByText('This chart has been moved to a different filter scope.').first().waitFor()
  await screen.tile('Revenue by category').waitFor()
  expect(await isOpen()).toBe('true')
  expect(await screen.tile('Revenue by country and channel').count()).toBe(1)
})

it('moves no tab of the whole dashboard into tabs below it', async () => {
  const nested = tabs('IN', tab('N', 'Nested', row('RN', chart(7))))
  const whole = tabs('TOP', tab('A', 'First', nested), tab('B', 'Second', row('RB', chart(8))))
  const id = await makeDashboard(call, 'Tabs in tabs', [whole])
  const positions = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TOP'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: [] },
    TOP: { id: 'TOP', type: 'TABS', meta: {}, parents: ['ROOT_ID'], children: ['A', 'B'] },
    A: { id: 'A', type: 'TAB', meta: { text: 'First' }, parents: ['ROOT_ID', 'TOP'], children: ['IN'] },
    B: { id: 'B', type: 'TAB', meta: { text: 'Second' }, parents: ['ROOT_ID', 'TOP'], children: [] },
    IN: { id: 'IN', type: 'TABS', meta: {}, parents: ['ROOT_ID', 'TOP', 'A'], children: ['N'] },
    N: { id: 'N', type: 'TAB', meta: { text: 'Nested' }, parents: ['ROOT_ID', 'TOP', 'A', 'IN'], children: [] },
  }
  await call('PUT', `/api/v1/dashboard/${id}`, { position_json: JSON.stringify(positions) })
  await page.goto(`/superset/dashboard/${id}/?edit=true`)
  await screen.save.waitFor()
  const strip = screen.strip('TOP').locator('.dash-tab')
  await dragOver(strip.nth(1), [strip.first(), (width) => width / 2], [screen.strip('IN'), (width) => width - 60])
  await page.getByText('Can not move top level tab into nested tabs').first().waitFor()
  expect(await screen.save.isDisabled()).toBe(true)
})

it('opens tabs in edit mode by Enter and Space, not by passing them', async () => {
  const two = [tab('A', 'First', row('RA', chart(6))), tab('B', 'Second', row('RB', chart(8)))]
  await screen.edit(await makeDashboard(call, 'Passed', [tabs('T', ...two)]))
  const [first, second] = ['First', 'Second'].map((name) => screen.strip('T').locator(`input[value="${name}"]`))
  if (!first || !second) throw new Error('no tabs')
  await first.focus()
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab')
      return second.evaluate((field) => field === document.activeElement)
    })
    .toBe(true)
  expect(await screen.item('CHART-6').count()).toBe(1)
  await page.keyboard.press('Enter')
  await screen.item('CHART-8').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type(' tab')
  await screen.strip('T').locator('input[value="Second tab"]').waitFor()
  await first.focus()
  expect(await screen.item('CHART-8').count()).toBe(1)
  await page.keyboard.press('Space')
  await screen.item('CHART-6').waitFor()
})
