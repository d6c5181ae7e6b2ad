import { expect, it } from 'vitest'
import { callsOf } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page, faults } = await openSignedIn()
const call = await callsOf(app)
for (let at = 0; at < 130; at += 1)
  await call('POST', '/api/v1/tag/', { name: `tag ${String(at).padStart(3, '0')}`, objects_to_tag: [['chart', 6]] })

const footer = page.locator('footer')
const told = (words: string) => footer.getByText(words, { exact: true }).waitFor()

it('goes to the last page of a list and back to the first, by buttons and keys', async () => {
  await page.goto('/superset/tags/')
  await told('1 – 50 of 130')
  await page.getByRole('table').locator('tbody tr').nth(40).scrollIntoViewIfNeeded()
  await footer.getByRole('button', { name: 'Last page' }).click()
  await told('101 – 130 of 130')
  expect(await page.locator('.table-scroll').evaluate((element) => element.scrollTop)).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Last page')
  await page.keyboard.press('Alt+PageUp')
  await told('51 – 100 of 130')
  await page.keyboard.press('Alt+PageDown')
  await told('101 – 130 of 130')
  await page.keyboard.press('Alt+Shift+PageUp')
  await told('1 – 50 of 130')
})

it('shows as many rows as are asked for, from the row that was first', async () => {
  await page.goto('/superset/tags/?page=3')
  await told('101 – 130 of 130')
  await footer.getByRole('button', { name: 'Rows per page' }).click()
  await page.getByRole('option', { name: '25', exact: true }).click()
  await told('101 – 125 of 130')
  await page.waitForURL(/size=25/)
  await page.reload()
  await told('101 – 125 of 130')
})

it('goes to the first and the last row by Home and End', async () => {
  await page.goto('/superset/tags/')
  await told('1 – 50 of 130')
  const rows = page.getByRole('table').locator('tbody tr')
  const isFocused = (at: number) => rows.nth(at).evaluate((row) => row === document.activeElement)
  await rows.first().focus()
  await page.keyboard.press('End')
  expect(await isFocused(49)).toBe(true)
  await page.keyboard.press('Home')
  expect(await isFocused(0)).toBe(true)
  expect(faults).toEqual([])
})
