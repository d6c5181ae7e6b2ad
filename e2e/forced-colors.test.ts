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

it('shows the sign of a button, the bars of a table and what is chosen where the colours are those of the system', async () => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/explore/?slice_id=25')
  const chosen = page.getByRole('radio', { checked: true }).filter({ hasText: 'Table' })
  expect(await chosen.evaluate((type) => getComputedStyle(type).outlineStyle)).toBe('solid')
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const save = page.getByRole('button', { name: 'Save', exact: true }).locator('xpath=..').locator('svg').first()
  expect(await save.evaluate((sign) => getComputedStyle(sign).stroke)).not.toBe(canvas)
  const bar = page.getByRole('table').first().locator('td i').first()
  expect(await bar.evaluate((part) => getComputedStyle(part).backgroundColor)).not.toBe(canvas)
})
