import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PASSWORD, signIn, visit } from './app.ts'
import { openStage } from './stage.ts'

const { app, browser } = await openStage()

interface Pair {
  readonly id: number
  readonly permission: { readonly name: string }
}

/** Makes a user who may do what Alpha may, but for what is named. */
async function addUserWithout(page: Page, username: string, withheld: readonly string[]) {
  const call = (method: string, path: string, json?: unknown) =>
    page.evaluate(
      async ([how, where, body]) => {
        const { result } = await (await fetch('/api/v1/security/csrf_token/')).json()
        const headers = { 'content-type': 'application/json', 'X-CSRFToken': result }
        const answer = await fetch(where, { method: how, headers, ...(body === null ? {} : { body }) })
        if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`)
        return answer.json()
      },
      [method, path, json === undefined ? null : JSON.stringify(json)] as const,
    )
  const { result: roles } = await call('GET', '/api/v1/security/roles/?q=(page_size:100)')
  const alpha = roles.find((role: { name: string }) => role.name === 'Alpha').id
  const { result: pairs } = await call('GET', '/api/v1/security/permissions-resources/?q=(page_size:-1)')
  const { result: own } = await call('GET', `/api/v1/security/roles/${alpha}/permissions/`)
  const names = new Map(pairs.map((pair: Pair) => [pair.id, pair.permission.name]))
  const kept = own.map((pair: Pair) => pair.id).filter((id: number) => !withheld.includes(String(names.get(id))))
  expect(kept.length).toBe(own.length - withheld.length)
  const { id } = await call('POST', '/api/v1/security/roles/', { name: `role of ${username}` })
  await call('POST', `/api/v1/security/roles/${id}/permissions`, { permission_view_menu_ids: kept })
  await call('POST', '/api/v1/security/users/', {
    username,
    first_name: username,
    last_name: 'Test',
    email: `${username}@example.com`,
    password: PASSWORD,
    active: true,
    roles: [id],
  })
}

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
