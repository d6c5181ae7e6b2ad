import { expect, it } from 'vitest'
import { openSignedIn } from './stage.ts'

const { page, faults } = await openSignedIn()

it('tells where one is and what is selected where the colours are those of the system', async () => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/chart/list/')
  await page.getByRole('row').nth(1).press('Space')
  const background = (selector: string, part: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, pseudo) => getComputedStyle(element, pseudo).backgroundColor, part)
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await background('nav a.on', '::before')).not.toBe(canvas)
  const selected = page.getByRole('row', { selected: true })
  expect(await selected.evaluate((row) => getComputedStyle(row).outlineStyle)).toBe('solid')
  expect(faults).toEqual([])
})
