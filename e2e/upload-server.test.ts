import { expect, it } from 'vitest'
import { describePostgres, startPostgres } from '../test/postgres.ts'
import { openSignedIn } from './stage.ts'

const { page, faults } = await openSignedIn()

describePostgres('a connection that takes files', () => {
  it('is set up in its form, and a file of the editor becomes a table on the server', async () => {
    const postgres = await startPostgres()
    try {
      await page.goto('/databaseview/add/')
      await page.getByText('URL', { exact: true }).click()
      await page.getByRole('textbox', { name: 'URL' }).fill(postgres.url('postgres'))
      await page.getByText('Fields', { exact: true }).click()
      await page.getByLabel('Name', { exact: true }).fill('own server')
      await page.getByText('Use and limits').click()
      await page.getByRole('switch', { name: 'Allow files to become tables' }).click()
      await page.getByRole('textbox', { name: 'Schemas for tables of files' }).fill('public')
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByText('Connection own server saved').waitFor()

      await page.goto('/sqllab/?new=true')
      const chosen = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Upload a file' }).click()
      await (await chosen).setFiles({
        name: 'order.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('city;sold\nKöln;1.5\nUlm;2.25\n'),
      })
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('cell', { name: 'Köln' }).waitFor()
      await dialog.getByLabel('Connection').click()
      await page.getByRole('option', { name: 'own server' }).click()
      await expect.poll(() => dialog.getByLabel('Schema', { exact: true }).textContent()).toContain('public')
      await dialog.getByRole('button', { name: 'Create table' }).click()
      await page.getByRole('gridcell', { name: 'Köln' }).waitFor()
      await page.getByText('FROM "public"."order"').first().waitFor()
      await page.getByRole('treeitem', { name: /order/ }).waitFor()
      expect(faults).toEqual([])
    } finally {
      await postgres.stop()
    }
  })
})
