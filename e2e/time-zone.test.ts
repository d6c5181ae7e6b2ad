import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSignedIn } from './stage.ts'

const { page, faults } = await openSignedIn({ env: { SIGHTLINE_NOW: '2026-03-01T20:00:00Z' } })

/** Opens the select of time zones inside of something, searches and takes what is found. */
async function chooseZone(within: Page | ReturnType<Page['getByRole']>, search: string, zone: string): Promise<void> {
  await within.getByRole('button', { name: 'Time zone' }).first().click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill(search)
  await page.getByRole('option', { name: zone }).click()
}

it('lets a user choose the zone in which today is meant, and a dashboard go before it', async () => {
  await page.goto('/user_info/')
  await chooseZone(page, 'tok', 'Asia/Tokyo')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your account is saved').waitFor()

  const zones: unknown[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/chart/data/batch')) return
    for (const one of request.postDataJSON().requests) zones.push(one.body.sightline_time_zone)
  })
  await page.goto('/superset/dashboard/outdoor-shop/')
  await page.getByRole('button', { name: /Last 13 whole weeks · Asia\/Tokyo/ }).click()
  await page.getByRole('tab', { name: 'Named' }).click()
  await page.getByRole('option', { name: 'Today' }).click()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByRole('button', { name: /Today · Asia\/Tokyo/ }).click()
  await page.getByText('2026-03-02 up to 2026-03-03 · Asia/Tokyo').waitFor()
  await page.keyboard.press('Escape')
  expect(new Set(zones)).toEqual(new Set(['Asia/Tokyo']))

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Properties' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dashboard properties' })
  await dialog.getByRole('tab', { name: 'Behaviour' }).click()
  await chooseZone(dialog, 'new york', 'America/New York')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /Today · America\/New_York/ }).click()
  await page.getByText('2026-03-01 up to 2026-03-02 · America/New_York').waitFor()
  expect(zones.at(-1)).toBe('America/New_York')
  await page.keyboard.press('Escape')

  const asked = page.waitForRequest(
    (request) =>
      new URL(request.url()).pathname === '/api/v1/chart/data' && /"slice_id"/.test(request.postData() ?? ''),
  )
  await page.getByRole('button', { name: 'Chart menu' }).first().click()
  await page.getByRole('menuitem', { name: 'Open in Explore' }).click()
  expect((await asked).postDataJSON().sightline_time_zone).toBe('America/New_York')
  expect(new URL(page.url()).searchParams.get('sightline_time_zone')).toBe('America/New_York')
  await page.goBack()
  await page
    .getByRole('button', { name: /Today · America\/New_York|Last 13 whole weeks · America\/New_York/ })
    .waitFor()
  expect(faults).toEqual([])
})
