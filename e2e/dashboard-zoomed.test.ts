import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { visit } from './app.ts'
import { callsOf, chart, countryFilter, dashboard, makeDashboard, row, tab, tabs } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

/** A screen of 1440 × 900 at a zoom of 200 %. */
const ZOOMED = { width: 720, height: 450 }

const { app, browser, context, page: first } = await openSignedIn()
const call = await callsOf(app)
const filters = Array.from({ length: 30 }, (_, at) => countryFilter(`NATIVE_FILTER-${at}`, `Filter number ${at}`))
const board = (filter_bar_orientation: string) =>
  makeDashboard(call, `Thirty filters, ${filter_bar_orientation}`, [row('R1', chart(6, 6), chart(7, 6))], {
    native_filter_configuration: filters,
    filter_bar_orientation,
  })

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (!box) throw new Error('not drawn')
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
}
async function inSight(place: Locator) {
  const { left, top, right, bottom } = await boxOf(place)
  return left >= 0 && top >= 0 && right <= ZOOMED.width && bottom <= ZOOMED.height
}

async function zoomed(language: string) {
  const opened = await visit(browser, app, ZOOMED)
  await opened.context.addCookies(await context.cookies())
  await opened.context.addInitScript((tag) => localStorage.setItem('sightline.locale', tag), language)
  return opened.page
}

it('keeps what applies the filters in sight, however many there are', async () => {
  const page = await zoomed('de')
  await dashboard(page).open(await board('VERTICAL'))
  const column = page.getByRole('region', { name: 'Filter' })
  const heading = await boxOf(column.locator('span').getByText('Filter', { exact: true }))
  const clear = await boxOf(column.getByRole('button', { name: 'Alle leeren' }))
  expect(heading.right <= clear.left || heading.bottom <= clear.top).toBe(true)
  await column.getByRole('button', { name: /^Filter number 29/ }).scrollIntoViewIfNeeded()
  expect(await inSight(column.getByRole('button', { name: 'Anwenden' }))).toBe(true)

  await dashboard(page).open(await board('HORIZONTAL'))
  const bar = await boxOf(column)
  expect(bar.bottom - bar.top).toBeLessThanOrEqual(0.4 * ZOOMED.height)
  expect(await inSight(column.getByRole('button', { name: 'Anwenden' }))).toBe(true)
  await page.context().close()
})

it('has room for every button of the editing bar on a zoomed page', async () => {
  const page = await zoomed('de')
  await dashboard(page).open(await board('HORIZONTAL'), '?edit=true')
  for (const name of ['Eigenschaften', 'Verwerfen', /^Speichern/])
    expect(await inSight(page.locator('header').getByRole('button', { name })), String(name)).toBe(true)
  await page.context().close()
})

it('brings the open tab of a long row into sight', async () => {
  const names = Array.from({ length: 15 }, (_, at) => `Tab number ${at}`)
  const many = names.map((name, at) => tab(`TAB-${at}`, name, row(`R-${at}`, chart(6 + at, 6))))
  const id = await makeDashboard(call, 'Fifteen tabs', [tabs('TABS-1', ...many)])
  const page = await zoomed('en')
  await dashboard(page).open(id, '#TAB-12')
  await first.close()
  await expect.poll(() => inSight(page.getByRole('tab', { name: 'Tab number 12', selected: true }))).toBe(true)
})
