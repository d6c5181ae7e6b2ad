import { it } from 'vitest'
import { openSignedIn } from './stage.ts'

const { page } = await openSignedIn()
await page.evaluate(() => localStorage.setItem('sightline.locale', 'de'))

it('writes the numbers and months of charts in German, and in English again once that is chosen', async () => {
  await page.goto('/superset/dashboard/outdoor-shop/')
  const channels = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Revenue by channel' }) })
  const category = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Revenue by category' }) })
  await category
    .getByText(/^\d{1,3}\.\d{3}$/)
    .first()
    .waitFor()
  await channels
    .getByText(/^\d+\. Okt$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /admin/i }).first().click()
  await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
  await category
    .getByText(/^\d{1,3},\d{3}$/)
    .first()
    .waitFor()
  await channels
    .getByText(/^\d+ Oct$/)
    .first()
    .waitFor()
  await page.evaluate(() => localStorage.setItem('sightline.locale', 'de'))
})
