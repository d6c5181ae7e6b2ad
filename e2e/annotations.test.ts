import { expect, it } from 'vitest'
import { explore } from './pages/explore.ts'
import { openSignedIn } from './stage.ts'

const COLOR = '#c0ffee'
const { page, faults } = await openSignedIn()

/** Calls the server as the page does. */
const call = (method: string, path: string, body?: object) =>
  page.evaluate(
    async ([method, path, body]) => {
      const { csrf_token: token } = JSON.parse(document.getElementById('app')?.dataset['bootstrap'] ?? '{}')
      const headers = { 'content-type': 'application/json', 'x-csrftoken': token }
      const answer = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      return answer.json()
    },
    [method, path, body] as const,
  )

async function openLineChart() {
  const { result } = await call('GET', '/api/v1/chart/?q=(page_size:100)')
  const line = result.find((chart: { viz_type: string }) => chart.viz_type === 'echarts_timeseries_line')
  await page.goto(`/explore/?slice_id=${line.id}`)
  await page.getByRole('img', { name: /^Line chart/ }).waitFor()
}

it('draws a formula over a line', async () => {
  await openLineChart()
  await page.getByRole('button', { name: 'Add an annotation' }).click()
  const editor = page.getByRole('dialog', { name: 'Add an annotation' })
  await editor.getByLabel('Name').fill('Goal')
  await editor.getByRole('textbox', { name: 'Formula' }).fill('10 +')
  await editor.getByText('The formula cannot be read').waitFor()
  expect(await editor.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
  await editor.getByRole('textbox', { name: 'Formula' }).fill('10 * 2')
  await editor.getByLabel('Colour').fill('blue-ish')
  await editor.getByText('Invalid color').waitFor()
  await editor.getByLabel('Colour').fill(COLOR)
  await editor.getByRole('button', { name: 'Apply' }).click()
  await explore(page).update()
  await page.locator(`svg path[stroke="${COLOR}"]`).first().waitFor({ state: 'attached' })
  expect(faults).toEqual([])
})

/** Adds an event of a layer and draws the chart, while the server answers for it with a failure. */
async function drawWithFailure(layer: string, message: string) {
  await page.route('**/api/v1/chart/data/annotation', (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: JSON.stringify({ message }) }),
  )
  await page.getByRole('button', { name: 'Add an annotation' }).click()
  const editor = page.getByRole('dialog', { name: 'Add an annotation' })
  await editor.getByLabel('Name').fill('Launches')
  await editor.getByRole('button', { name: /^Type/ }).click()
  await page.getByRole('option', { name: 'Event' }).click()
  await editor.getByRole('button', { name: /^Annotation layer/ }).click()
  await page.getByRole('option', { name: layer }).click()
  await editor.getByRole('button', { name: 'Apply' }).click()
  const answered = page.waitForResponse('**/api/v1/chart/data/annotation')
  await explore(page).update()
  await answered
  await page.unroute('**/api/v1/chart/data/annotation')
}

const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN)

it('draws the chart though an annotation fails, and says which', async () => {
  const layer = await call('POST', '/api/v1/annotation_layer/', { name: 'Releases' })
  expect(layer.id).toBeGreaterThan(0)
  await openLineChart()
  await drawWithFailure('Releases', 'Error: out of luck')
  const said = page.getByText('Annotations Launches: Error: out of luck')
  await said.waitFor()
  const picture = page.getByRole('img', { name: /^Line chart/ })
  await picture.waitFor()
  const gap = async () => ((await said.boundingBox())?.y ?? 0) - (await picture.boundingBox().then(bottomOf))
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
})

it('takes an annotation without rows for none, not for a failure', async () => {
  await call('POST', '/api/v1/annotation_layer/', { name: 'Nothing yet' })
  await openLineChart()
  await drawWithFailure('Nothing yet', 'No data')
  await expect.poll(() => page.getByText('Settings were changed').count()).toBe(0)
  await page.getByRole('img', { name: /^Line chart/ }).waitFor()
  expect(await page.getByText('Annotations Launches').count()).toBe(0)
})
