import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { explore } from './pages/explore.ts'
import { sqlEditor } from './pages/sql-editor.ts'
import { openStage } from './stage.ts'

/** A name that browsers do not take for this machine: such a page without TLS has fewer rights. */
const NAME = 'sightline.example'
const { app, browser } = await openStage({ flags: [`--host-resolver-rules=MAP ${NAME} 127.0.0.1`] })

it('works on an address of the network without TLS: editing a dashboard, a chart, SQL, copying', async () => {
  const named = { ...app, base: app.base.replace('127.0.0.1', NAME) }
  const { page, faults, context } = await visit(browser, named)
  await signIn(page)
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
  await page.goto('/dashboard/new/')
  await page
    .getByRole('complementary', { name: 'Add to the dashboard' })
    .getByRole('button', { name: /^Revenue by category/ })
    .click()
  await page.getByRole('article').filter({ hasText: 'Revenue by category' }).waitFor()
  await page.goto('/chart/list/?search=Revenue%20by%20category')
  await page.getByRole('link', { name: 'Revenue by category' }).first().click()
  await explore(page).update()
  await page.getByRole('region', { name: 'Chart' }).locator('[_echarts_instance_] path').first().waitFor()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByText('Copied to clipboard!').first().waitFor()
  const editor = sqlEditor(page)
  await editor.open()
  await editor.write('select 41 + 1 as answer')
  await editor.run()
  await editor.grid.getByText('42').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
