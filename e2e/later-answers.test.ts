import { expect, it } from 'vitest'
import { openSignedIn } from './stage.ts'

const { page } = await openSignedIn({ env: { SIGHTLINE_ASYNC_CHARTS: '1', SUPERSET_WEBSERVER_TIMEOUT: '8' } })

it('draws a chart whose answer comes later, by an event', async () => {
  const job = page.waitForResponse((answer) => answer.url().includes('/api/v1/chart/data') && answer.status() === 202)
  const result = page.waitForResponse(
    (answer) => answer.url().includes('/api/v1/chart/data/') && answer.request().method() === 'GET',
  )
  await page.goto('/explore/?slice_id=6')
  await job
  expect((await result).status()).toBe(200)
  await page.getByRole('img', { name: /^Bar chart/ }).waitFor()
})

it('gives up on a question that nobody takes on', async () => {
  await page.route('**/api/v1/chart/data**', () => undefined)
  await page.goto('/explore/?slice_id=6')
  await page.getByRole('region', { name: 'Chart', exact: true }).getByText('Request timed out').first().waitFor()
})
