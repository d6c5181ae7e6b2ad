import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { addUserWithout } from './pages/people.ts'
import { openStage } from './stage.ts'

const { app, browser } = await openStage()

it('offers sharing only to those who may share', async () => {
  const admin = await visit(browser, app)
  await signIn(admin.page)
  await addUserWithout(admin.page, 'no-charts', ['can_share_chart'])
  await addUserWithout(admin.page, 'no-dashboards', ['can_share_dashboard'])
  await admin.context.close()
  for (const [username, chart, dashboard] of [
    ['no-charts', 0, 1],
    ['no-dashboards', 1, 0],
  ] as const) {
    const { page, context } = await visit(browser, app)
    await signIn(page, username)
    const share = page.getByRole('button', { name: 'Share', exact: true })
    await page.goto('/explore/?slice_id=1')
    await page.getByRole('button', { name: 'SQL', exact: true }).waitFor()
    expect(await share.count()).toBe(chart)
    await page.goto('/superset/dashboard/1/')
    await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor()
    expect(await share.count()).toBe(dashboard)
    await context.close()
  }
})

it('offers charts and the making of them only to those who may open Explore', async () => {
  const admin = await visit(browser, app)
  await signIn(admin.page)
  await addUserWithout(admin.page, 'no-explore', ['can_explore'])
  await admin.context.close()
  const { page, context } = await visit(browser, app)
  await signIn(page, 'no-explore')
  const links = page.locator('a[href*="/explore/"], a[href*="/chart/add"]')
  expect(await links.count()).toBe(0)
  await page.goto('/chart/list/')
  await page.getByText('Revenue by category').waitFor()
  expect(await page.getByRole('link', { name: 'New chart' }).count()).toBe(0)
  expect(await links.count()).toBe(0)
  await page.goto('/tablemodelview/list/')
  await page.getByRole('link', { name: 'orders' }).click()
  await page.waitForURL(/\/dataset\/\d+\/edit/)
  await page.getByRole('heading', { name: 'orders' }).waitFor()
  expect(await links.count()).toBe(0)
  await page.goto('/chart/add')
  await page.getByText('You may not see this page').waitFor()
  expect((await page.request.get('/explore/?slice_id=1')).status()).toBe(403)
  expect((await page.request.get('/api/v1/explore/?slice_id=1')).status()).toBe(403)
  await context.close()
})
