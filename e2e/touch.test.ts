import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { openSignedIn } from './stage.ts'

const LEAST_PX = 40
const { page, app, browser, faults } = await openSignedIn({ width: 390, height: 844, isTouch: true })

const heights = async (rows: Locator): Promise<readonly number[]> => {
  await rows.first().waitFor()
  return Promise.all((await rows.all()).map(async (row) => (await row.boundingBox())?.height ?? 0))
}

it('gives options and commands the height of a finger', async () => {
  await page.goto('/chart/list/')
  await page.getByRole('button', { name: 'Owner', exact: true }).tap()
  expect(Math.min(...(await heights(page.getByRole('option'))))).toBeGreaterThanOrEqual(LEAST_PX)
  await page.keyboard.press('Escape')
  await page.goto('/superset/dashboard/outdoor-shop/')
  await page.getByRole('button', { name: 'More' }).tap()
  expect(Math.min(...(await heights(page.getByRole('menuitem'))))).toBeGreaterThanOrEqual(LEAST_PX)
  expect(faults).toEqual([])
})

it('leaves those of a mouse as dense as they are, where a window is as narrow', async () => {
  const mouse = await visit(browser, app, { width: 390, height: 844 })
  await signIn(mouse.page)
  await mouse.page.goto('/chart/list/')
  await mouse.page.getByRole('button', { name: 'Owner', exact: true }).click()
  expect(new Set(await heights(mouse.page.getByRole('option')))).toEqual(new Set([28]))
})
