import { expect, it } from 'vitest'
import { openSignedIn } from './stage.ts'

const { page, faults } = await openSignedIn()

it('shows a chart as a whole on a page at twice its size', async () => {
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/explore/?slice_id=22')
  const picture = page.getByRole('img', { name: /^Line chart/ })
  await picture.locator('svg').first().waitFor()
  const results = page.getByRole('region', { name: 'Result', exact: true })
  const room = async () => {
    const [chart, rows] = [await picture.boundingBox(), await results.boundingBox()]
    return [(chart?.height ?? 0) > 150, (chart?.y ?? 0) + (chart?.height ?? 0) <= (rows?.y ?? 0)]
  }
  await expect.poll(room).toEqual([true, true])
  expect(faults).toEqual([])
})
