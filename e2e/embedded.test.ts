import { afterAll, expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { callsOf, chart, countryFilter, makeDashboard, row, tab, tabs } from './pages/dashboard.ts'
import { hostSite } from './pages/host-site.ts'
import { openStage } from './stage.ts'

const { app, browser } = await openStage({ env: { GUEST_TOKEN_JWT_EXP_SECONDS: '20' } })
const call = await callsOf(app)
const site = await hostSite(app, call)
afterAll(() => site.stop())

const id = await makeDashboard(
  call,
  'Sales outside',
  [
    tabs(
      'TABS-1',
      tab('TAB-1', 'First', row('R1', chart(6, 6), chart(7, 6))),
      tab('TAB-2', 'Second', row('R2', chart(8, 6))),
    ),
  ],
  { native_filter_configuration: [countryFilter('NATIVE_FILTER-c', 'Country')] },
)
const embed = async (...allowed_domains: string[]) =>
  ((await call('POST', `/api/v1/dashboard/${id}/embedded`, { allowed_domains })).result as { uuid: string }).uuid

it('shows a dashboard in another site, which talks to it with the published client', async () => {
  const { page, faults } = await visit(browser, app)
  page.setDefaultTimeout(60_000)
  const logged: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/superset/log/')) logged.push(request.postData() ?? '')
  })
  site.allow([])
  const frame = await site.show(page, await embed(site.origin), { emitDataMasks: true, filters: { visible: true } })
  await frame.getByRole('heading', { name: 'Sales outside' }).waitFor()
  await frame.locator('[_echarts_instance_] svg text').first().waitFor()
  for (const name of ['Dashboards', 'Edit', 'Share', 'Add to favourites'])
    expect(await frame.getByRole('button', { name }).or(frame.getByRole('link', { name })).count(), name).toBe(0)

  expect(await site.ask(page, 'getActiveTabs')).toEqual(['TAB-1'])
  await frame.getByRole('tab', { name: 'Second' }).click()
  await expect.poll(() => site.ask(page, 'getActiveTabs')).toEqual(['TAB-2'])
  const size = await site.ask<{ width: number; height: number }>(page, 'getScrollSize')
  expect(size.width).toBe(1440)
  expect(size.height).toBeGreaterThanOrEqual(900)
  expect(await site.ask(page, 'getDashboardPermalink', 'TAB-2')).toMatch(new RegExp(`^${site.origin}/shared/[\\w-]+`))
  expect(Object.keys(await site.ask<object>(page, 'getChartDataPayloads', {}))).toEqual(['6', '7', '8'])
  await site.ask(page, 'setThemeMode', 'dark')
  await frame.locator('html[data-theme="dark"]').waitFor()

  await frame
    .getByRole('button', { name: /Country/ })
    .first()
    .click()
  await frame.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  const apply = frame.getByRole('button', { name: 'Apply', exact: true })
  if (await apply.count()) await apply.first().click()
  await expect.poll(() => page.evaluate('window.masks.at(-1)?.nativeFiltersChanged'), { timeout: 15_000 }).toBe(true)
  expect(await site.ask(page, 'getDataMask')).toHaveProperty('NATIVE_FILTER-c')

  await expect.poll(() => logged.some((body) => body.includes('guest_token=ey')), { timeout: 15_000 }).toBe(true)
  expect(faults).toEqual([])
  await page.close()
})

it('hides what the site does not want', async () => {
  const { page } = await visit(browser, app)
  page.setDefaultTimeout(60_000)
  site.allow([])
  const config = { hideTitle: true, hideTab: true, hideChartControls: true, filters: { visible: false } }
  const frame = await site.show(page, await embed(), config)
  await frame.locator('[_echarts_instance_] svg text').first().waitFor()
  expect(await frame.getByRole('heading', { name: 'Sales outside' }).count()).toBe(0)
  expect(await frame.getByRole('tab').count()).toBe(0)
  expect(await frame.getByRole('button', { name: 'Chart menu' }).count()).toBe(0)
  expect(await frame.getByRole('button', { name: /Country/ }).count()).toBe(0)
  await page.close()
})

it('says that access has ended, until the site gives it again', async () => {
  const { page } = await visit(browser, app)
  page.setDefaultTimeout(60_000)
  site.allow([])
  const frame = await site.show(page, await embed())
  await frame.locator('[_echarts_instance_] svg text').first().waitFor()
  site.allow(null)
  const ended = frame.getByText('Your access to this dashboard has ended.')
  await expect
    .poll(
      async () => {
        await frame.getByRole('button', { name: 'Refresh', exact: true }).click()
        return ended.count()
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(1)
  site.allow([])
  await ended.waitFor({ state: 'detached', timeout: 60_000 })
  await page.close()
}, 150_000)

it('is shown by allowed sites only', async () => {
  const { page } = await visit(browser, app)
  page.setDefaultTimeout(60_000)
  site.allow([])
  const refused = page.waitForResponse((response) => response.url().includes('/embedded/'))
  void site.show(page, await embed('https://elsewhere.example.com')).catch(() => undefined)
  expect((await refused).status()).toBe(403)
  await page.close()
})

it('is switched on, explained and switched off in the menu of the dashboard', async () => {
  await call('DELETE', `/api/v1/dashboard/${id}/embedded`)
  const { page, faults } = await visit(browser, app)
  page.setDefaultTimeout(60_000)
  await signIn(page)
  await page.goto(`/superset/dashboard/${id}/`)
  const open = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Embed dashboard' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog')
  const domains = dialog.getByLabel('Allowed domains')
  await domains.fill('not a domain!')
  await dialog.getByRole('button', { name: 'Allow embedding' }).click()
  await dialog.getByText('Not a domain such as https://app.example.com.').waitFor()
  await domains.fill(site.origin)
  await dialog.getByRole('button', { name: 'Allow embedding' }).click()
  const uuid = await dialog.getByLabel('Id of the embedded dashboard').inputValue()
  expect(await dialog.locator('pre').textContent()).toContain(uuid)
  expect((await call('GET', `/api/v1/dashboard/${id}/embedded`)).result).toMatchObject({
    uuid,
    allowed_domains: [site.origin],
  })
  await dialog.getByRole('button', { name: 'Stop embedding' }).click()
  await page.getByRole('dialog', { name: 'Stop embedding?' }).getByRole('button', { name: 'Stop embedding' }).click()
  await dialog.getByRole('button', { name: 'Allow embedding' }).waitFor()
  expect((await fetch(`${app.base}/embedded/${uuid}`)).status).toBe(404)
  expect(faults).toEqual([])
})
