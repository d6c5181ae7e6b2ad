import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { openStage } from './stage.ts'

const { app, browser } = await openStage()

const LOG = /superset\/log/
const isOf = (name: string) => (request: { url(): string; postData(): string | null }) =>
  LOG.test(request.url()) && eventsOf(request.postData()).some(({ event_name }) => event_name === name)
const eventsOf = (body: string | null): { event_name: string }[] =>
  JSON.parse(new URLSearchParams(body ?? '').get('events') ?? '[]')

it('logs what is loaded and drawn on a dashboard, and what still waits when the page is left', async () => {
  const { page, context } = await visit(browser, app)
  await signIn(page)
  const opened: unknown[] = []
  page.on('request', (one) => {
    if (LOG.test(one.url()))
      opened.push(...eventsOf(one.postData()).filter(({ event_name }) => event_name === 'mount_dashboard'))
  })
  const drawn = page.waitForRequest(isOf('render_chart'))
  await page.goto('/superset/dashboard/1/')
  const request = await drawn
  expect(request.url()).toContain('explode=events&dashboard_id=1')
  const shared = { source: 'dashboard', source_id: 1, version: 'v2', visibility: 'visible', event_type: 'timing' }
  for (const event of eventsOf(request.postData())) expect(event).toMatchObject(shared)
  expect(page.url()).toContain('/outdoor-shop/')
  expect(opened).toHaveLength(1)
  await leavesByBeacon(page)
  await context.close()
})

/** A page that is about to go sends what it has at once, in a way that needs no answer. */
async function leavesByBeacon(page: Page) {
  const sent = page.waitForRequest((request) => LOG.test(request.url()) && request.resourceType() === 'ping')
  await page.goto('/superset/dashboard/2/', { waitUntil: 'commit' })
  await page.evaluate(() => setInterval(() => dispatchEvent(new PageTransitionEvent('pagehide')), 50))
  expect(eventsOf((await sent).postData()).length).toBeGreaterThan(0)
}
