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
