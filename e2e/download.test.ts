import { expect, it } from 'vitest'
import { openSignedIn } from './stage.ts'

const { page } = await openSignedIn()

it('says that a file could not be made, and makes it on another try', async () => {
  await page.goto('/dashboard/list/')
  await page.getByRole('link', { name: 'Outdoor shop' }).first().click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Download' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download dashboard' })
  await page.route('**/api/v1/dashboard/*/download/', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"message": "The disk is full"}' }),
  )
  await dialog.getByRole('button', { name: 'Download' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'The disk is full' }).waitFor()
  expect(await dialog.getByRole('alert').locator('svg').count()).toBe(1)
  await page.unroute('**/api/v1/dashboard/*/download/')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Try again' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  await dialog.waitFor({ state: 'detached' })
})
