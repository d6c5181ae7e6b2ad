import { expect, it } from 'vitest'
import { callsOf, chart, dashboard, makeDashboard, row } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page } = await openSignedIn()
const call = await callsOf(app)
const screen = dashboard(page)
const ROUTE = /\/api\/v1\/chart\/data/

it('answers a click on a mark from memory, and the way back', async () => {
  const items = [row('R1', chart(6, 6, 40), chart(7, 6, 40))]
  const id = await makeDashboard(call, 'Answered ahead', items, {
    chart_configuration: { 6: { id: 6, crossFilters: { scope: 'global', chartsInScope: [7] } } },
  })
  const ahead = page.waitForResponse((answer) => answer.request().postData()?.includes('"ahead":true') === true)
  await screen.open(id)
  const label = screen.item('CHART-6').locator('svg text', { hasText: /^Tents$/ })
  const barBox = async (): Promise<[number, number]> => {
    const box = await label.boundingBox()
    if (!box) throw new Error('no bar to click')
    return [box.x + box.width + 30, box.y + box.height / 2]
  }
  const other = screen.item('CHART-7').getByRole('img').first()
  const shown = () => other.getAttribute('aria-label')
  await label.waitFor()
  await page.mouse.move(...(await barBox()))
  const lines = (await (await ahead).text()).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).status)).toEqual(lines.map(() => 200))
  const whole = await shown()

  const asked: string[] = []
  page.on('request', (request) => {
    if (ROUTE.test(request.url()) && !request.postData()?.includes('"ahead":true')) asked.push(request.url())
  })
  await page.mouse.click(...(await barBox()))
  await page.getByRole('button', { name: 'Clear category' }).first().waitFor()
  await expect.poll(shown).not.toBe(whole)
  await page.mouse.click(...(await barBox()))
  await expect.poll(shown).toBe(whole)
  expect(asked).toEqual([])
})
