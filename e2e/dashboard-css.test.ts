import { expect, it } from 'vitest'
import { callsOf, chart, makeDashboard, row } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page, faults } = await openSignedIn()
const call = await callsOf(app)

/** What a maker of dashboards may write: for it, for the page around it, out of its scope, and to make a reader fetch. */
const CSS = `
  header.bar h1 { letter-spacing: 7px }
  .side, nav, body { opacity: 0.5 }
  .bar { background: url(/logout/) }
  .bar { background: u\\72l("/logout/?escaped") }
  .bar { --at: u\\72l("/logout/?kept"); background: var(--at) }
  :scope { outline: 3px solid rgb(1, 2, 3) }
  } body { opacity: 0.4 } main { color: red
`

it('styles of a dashboard hold for it alone, and fetch nothing', async () => {
  const id = await makeDashboard(call, 'Styled', [row('R1', chart(6, 6))])
  await call('PUT', `/api/v1/dashboard/${id}`, { css: CSS })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/superset/dashboard/${id}/`)
  const title = page.getByRole('heading', { name: 'Styled' })
  await expect.poll(() => title.evaluate((element) => getComputedStyle(element).letterSpacing)).toBe('7px')
  const main = page.locator('main.dash')
  expect(await main.evaluate((element) => getComputedStyle(element).outlineColor)).toBe('rgb(1, 2, 3)')
  expect(await page.locator('body').evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  for (const beside of await page.locator('nav').all())
    expect(await beside.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  expect(asked.filter((path) => path.startsWith('/logout'))).toEqual([])
  expect(faults).toEqual([])
})
