import type { Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { callsOf, chart, dashboard, makeDashboard, row } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page } = await openSignedIn()
const call = await callsOf(app)
const screen = dashboard(page)
const isAhead = (body: string | null) => body?.includes('"ahead":true') === true

it('answers a click on a mark from memory', async () => {
  const items = [row('R1', chart(6, 6, 40), chart(7, 6, 40))]
  const id = await makeDashboard(call, 'Answered ahead', items, {
    chart_configuration: { 6: { id: 6, crossFilters: { scope: 'global', chartsInScope: [7] } } },
  })
  // Charts that took long are not asked ahead, and the first ones wait for the engine to start.
  await screen.open(id)
  for (const item of ['CHART-6', 'CHART-7'])
    await screen.item(item).getByRole('img').first().waitFor({ timeout: 60_000 })
  // The browser may call a body that was read to its end an aborted one.
  const ahead = { begun: 0, ended: 0 }
  const count = (what: keyof typeof ahead) => (request: Request) => {
    if (isAhead(request.postData())) ahead[what] += 1
  }
  page.on('request', count('begun'))
  page.on('requestfinished', count('ended'))
  page.on('requestfailed', count('ended'))
  await screen.open(id)
  const labels = screen.item('CHART-6').locator('svg text', { hasText: /^[A-Z][a-z ]+$/ })
  await labels.first().waitFor()
  const bar = async (at: number): Promise<[number, number]> => {
    const box = await labels.nth(at).boundingBox()
    if (!box) throw new Error('no bar to click')
    return [box.x + box.width + 30, box.y + box.height / 2]
  }
  await page.mouse.move(...(await bar(0)))

  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/v1\/chart\/data/.test(request.url()) && !isAhead(request.postData())) asked.push(request.url())
  })
  const shown = () => screen.item('CHART-7').getByRole('img').first().getAttribute('aria-label')
  const marks = await labels.count()
  let questions = Number.POSITIVE_INFINITY
  // What is asked ahead begins anew when the pointer comes to another chart; each mark is another question, so the next
  // one tells.
  for (let at = 0; at < marks && questions > 0; at += 1) {
    await expect.poll(() => ahead.begun > 0 && ahead.begun === ahead.ended, { timeout: 60_000 }).toBe(true)
    const before = await shown()
    asked.length = 0
    await page.mouse.click(...(await bar(at)))
    await expect.poll(shown, { timeout: 30_000 }).not.toBe(before)
    questions = asked.length
  }
  expect(questions).toBe(0)
}, 300_000)
