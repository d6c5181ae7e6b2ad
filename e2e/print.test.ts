import { expect, it } from 'vitest'
import { openSignedIn } from './stage.ts'

const { page } = await openSignedIn()

it('prints all of a dashboard, without what leads elsewhere', async () => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/superset/dashboard/1/')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  const hidden = () =>
    page.locator('.dash-scroll').evaluate((dash) => {
      const frame = dash.closest('main')?.getBoundingClientRect().height ?? 0
      return Math.max(0, dash.scrollHeight - frame)
    })
  await expect.poll(hidden).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(hidden).toBe(0)
  const filters = page.getByRole('region', { name: 'Filters' })
  expect(await filters.getByText('Time', { exact: true }).isVisible()).toBe(true)
  expect(await filters.getByRole('button', { name: 'Clear all' }).isVisible()).toBe(false)
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1440, height: 900 })
})
