import { expect, it } from 'vitest'
import { askedCharts } from './pages/dashboard.ts'
import { explore } from './pages/explore.ts'
import { openSignedIn } from './stage.ts'

const { page } = await openSignedIn()

it('asks again for the same chart, and for one that was stopped', async () => {
  await page.goto('/explore/?slice_id=6')
  const drawn = page.getByRole('region', { name: 'Chart' })
  await drawn.getByRole('img', { name: /^Bar chart/ }).waitFor()
  const asked = askedCharts(page)
  await explore(page).update()
  await expect.poll(() => asked.length).toBe(1)
  await page.route('**/chart/data**', () => undefined)
  await explore(page).update()
  await drawn.getByRole('button', { name: 'Stop' }).click()
  await drawn.getByText('Updating chart was stopped').waitFor()
  await page.unroute('**/chart/data**')
  await explore(page).update()
  await drawn.getByRole('img', { name: /^Bar chart/ }).waitFor()
})

it('does not call the rows none before they came', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/chart/data**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/explore/?slice_id=6')
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await result.locator('[aria-busy="true"]').first().waitFor()
  expect(await result.getByText('No rows to show').count()).toBe(0)
  letGo()
  await result.getByRole('table').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})

it('shows rows of the dataset beside those of the chart, and copies them', async () => {
  await page.goto('/explore/?slice_id=6')
  const rows = page.getByRole('region', { name: 'Result', exact: true })
  await rows.getByRole('table', { name: 'Result' }).waitFor()
  await rows.getByRole('tab', { name: 'Samples' }).click()
  await rows.getByRole('table', { name: 'Samples' }).getByText('order_id').waitFor()
  await rows.getByRole('tab', { name: 'Samples 1,000' }).waitFor()
  await rows.getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Copied to clipboard!').waitFor()
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(lines.filter((line) => line !== '')).toHaveLength(1001)
  expect(lines[0]).toMatch(/^ordered_at\torder_id\t/)
})

it('says why a sample of the dataset could not be read, and tries again', async () => {
  await page.goto('/explore/?slice_id=6')
  const rows = page.getByRole('region', { name: 'Result', exact: true })
  await rows.getByRole('table', { name: 'Result' }).waitFor()
  const failing = { status: 400, contentType: 'application/json', body: '{"message":"gone"}' }
  await page.route('**/chart/data**', (route) => route.fulfill(failing))
  await rows.getByRole('tab', { name: 'Samples' }).click()
  await rows.getByText('The rows could not be read').waitFor()
  await rows.getByText('gone').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await rows.getByRole('button', { name: 'Retry' }).click()
  await rows.getByRole('table', { name: 'Samples' }).waitFor()
})

it('takes a picked colour once, when the pointer has come to rest', async () => {
  await page.goto('/explore/?slice_id=1')
  await page.getByRole('tab', { name: 'Style' }).click()
  const line = page.getByRole('region', { name: 'Chart' }).locator('svg[style*="color"]')
  await expect.poll(() => line.evaluate((svg) => getComputedStyle(svg).color)).toBe('rgb(0, 122, 135)')
  const isUntouched = await page.getByLabel('Colour of the trend line').evaluate((element) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (let step = 1; step <= 5; step += 1) {
      set?.call(element, `#0000${step}0`)
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }
    return new Promise((done) =>
      requestAnimationFrame(() => done(document.querySelector('[aria-label="Undo"]:disabled') !== null)),
    )
  })
  expect(isUntouched).toBe(true)
  await page.getByText('Settings were changed').waitFor()
  await explore(page).update()
  await expect.poll(() => line.evaluate((svg) => getComputedStyle(svg).color)).toBe('rgb(0, 0, 80)')
})
