import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { callsOf, chart, dashboard, makeDashboard, row } from './pages/dashboard.ts'
import { openStage } from './stage.ts'

const PAGES = 'bi.sightline.example'
const SHARDS = ['charts-1.sightline.example', 'charts-2.sightline.example']
/** Names no server. */
const LOST = 'lost.sightline.example'

const { app, browser } = await openStage({
  env: { SUPERSET_WEBSERVER_DOMAINS: [...SHARDS, LOST].join() },
  flags: [`--host-resolver-rules=MAP ${LOST} ~NOTFOUND,MAP *.sightline.example 127.0.0.1`],
})
const id = await makeDashboard(await callsOf(app), 'Spread', [
  row('R1', chart(5), chart(6), chart(7)),
  row('R2', chart(8), chart(9), chart(10)),
])
const named = { ...app, base: app.base.replace('127.0.0.1', PAGES) }

async function arrive() {
  const guest = await visit(browser, named)
  const violations: string[] = []
  guest.page.on('console', (line) => {
    if (/Content Security Policy/.test(line.text())) violations.push(line.text())
  })
  await signIn(guest.page)
  return { ...guest, violations }
}

/** Chart requests of a dashboard, and what else the page asks, by host. */
function noteRequests(context: BrowserContext) {
  const asked: { host: string; isChart: boolean; cookie: string | undefined; ids: readonly string[] }[] = []
  context.on('request', (request) => {
    const { hostname, pathname, protocol } = new URL(request.url())
    if (!protocol.startsWith('http') || request.method() === 'OPTIONS') return
    const isChart = pathname === '/api/v1/chart/data/batch'
    const body = isChart ? (request.postDataJSON() as { ahead?: boolean; requests: { id: string }[] }) : null
    const ids = body?.ahead ? [] : (body?.requests ?? []).map(({ id }) => id)
    void request.allHeaders().then(
      ({ cookie }) => asked.push({ host: hostname, isChart, cookie, ids }),
      () => undefined,
    )
  })
  return asked
}

async function openDashboard(page: Page, search = '') {
  await dashboard(page).open(id, search)
  await expect.poll(() => page.locator('[_echarts_instance_] path').count()).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
}

it('spreads the charts of a dashboard over the hosts, without the cookie, and passes by one that is lost', async () => {
  const { page, context, violations, faults } = await arrive()
  const asked = noteRequests(context)
  await openDashboard(page)
  const charts = asked.filter(({ isChart, ids }) => isChart && ids.length > 0)
  expect([...new Set(charts.map(({ host }) => host))].toSorted()).toEqual([PAGES, ...SHARDS, LOST].toSorted())
  for (const { host, cookie } of charts) if (host !== PAGES) expect([host, cookie]).toEqual([host, undefined])
  expect(asked.filter(({ isChart, host }) => !isChart && host !== PAGES)).toEqual([])
  expect(await page.getByRole('alert').count()).toBe(0)
  asked.length = 0
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect.poll(() => asked.filter(({ isChart }) => isChart).length).toBeGreaterThan(2)
  expect(asked.some(({ host }) => host === LOST)).toBe(false)
  expect([violations, faults]).toEqual([[], []])
  await context.close()
})

it('asks the host of the page alone where the address turns it off, also after the address has changed', async () => {
  const { page, context } = await arrive()
  const asked = noteRequests(context)
  await openDashboard(page, '?disableDomainSharding=1')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect.poll(() => asked.filter(({ isChart }) => isChart).length).toBeGreaterThan(1)
  expect(asked.filter(({ host }) => host !== PAGES)).toEqual([])
  await openDashboard(page, '?disableDomainSharding=0')
  expect(asked.some(({ host }) => host === SHARDS[0])).toBe(true)
  await context.close()
})
