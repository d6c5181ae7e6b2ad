import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { archive, open } from '../test/archive.ts'
import { openSignedIn } from './stage.ts'

const { page, faults } = await openSignedIn()
const dialog = page.getByRole('dialog')

/** The archive of the first dashboard, as its menu gives it, with other words in it. */
async function editedArchive(change: (content: Record<string, unknown>, name: string) => Record<string, unknown>) {
  await page.goto('/superset/dashboard/1/')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ])
  const files = await open(await readFile(await download.path()))
  const buffer = await archive(new Map([...files].map(([name, content]) => [name, change(content, name)])))
  return { name: 'shop.zip', mimeType: 'application/zip', buffer }
}

async function choose(file: Awaited<ReturnType<typeof editedArchive>>, list = '/dashboard/list/') {
  await page.goto(list)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import' }).click(),
  ])
  await chooser.setFiles(file)
}

it('imports an archive with a report of what maps and what does not', async () => {
  const uuid = crypto.randomUUID()
  const file = await editedArchive((content, name) => ({
    ...content,
    ...(name.includes('/dashboards/') && { dashboard_title: 'Brought along', slug: null, uuid }),
    ...(name.includes('/charts/') && { params: { ...(content.params as object), legendType: 'scroll' } }),
  }))
  await choose(file)
  await dialog.getByText('Brought along').waitFor()
  await dialog.getByText('legendType = scroll').first().waitFor()
  await dialog.getByRole('button', { name: 'Overwrite and import' }).click()
  await dialog.getByText('What was imported').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: 'Brought along' }).waitFor()
})

it('takes a connection out and in, asking for its password', async () => {
  await page.goto('/superset/welcome/')
  const made = await page.evaluate(async () => {
    const { result } = await (await fetch('/api/v1/security/csrf_token/')).json()
    const body = JSON.stringify({
      database_name: 'Far shop',
      sqlalchemy_uri: 'postgresql://clerk:secret@127.0.0.1:1/shop',
      configuration_method: 'sqlalchemy_form',
    })
    const headers = { 'content-type': 'application/json', 'x-csrftoken': result }
    return (await fetch('/api/v1/database/', { method: 'POST', headers, body })).status
  })
  expect(made).toBe(201)
  await page.goto('/databaseview/list/')
  await page.getByRole('row', { name: 'Far shop' }).getByRole('button', { name: 'Actions for Far shop' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ])
  const files = await open(await readFile(await download.path()))
  const brought = [...files].map(([name, content]): [string, Record<string, unknown>] => [
    name,
    name.includes('/databases/') ? { ...content, database_name: 'Brought along', uuid: crypto.randomUUID() } : content,
  ])
  const buffer = await archive(new Map(brought))
  await choose({ name: 'far.zip', mimeType: 'application/zip', buffer }, '/databaseview/list/')
  await dialog.getByLabel('Brought along: Password of the database').fill('secret')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Created').waitFor()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText('What was imported').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: 'Brought along' }).waitFor()
})

it('takes a file that is dropped, and says what it would write over', async () => {
  const file = await editedArchive((content, name) =>
    name.includes('/dashboards/') ? { ...content, dashboard_title: 'Another title' } : content,
  )
  await page.goto('/dashboard/list/')
  await page.getByRole('button', { name: 'Import' }).waitFor()
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const held = new DataTransfer()
      held.items.add(new File([new Uint8Array(bytes)], 'shop.zip', { type: 'application/zip' }))
      return held
    },
    [...file.buffer],
  )
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer })
  await page.getByText('Drop the archive to import it').waitFor()
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
  await dialog.getByText('dashboard_title').waitFor({ state: 'attached' })
  await dialog.getByText('Overwritten').click()
  await dialog.getByText('Outdoor shop').first().waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await choose({ ...file, buffer: Buffer.from('no archive') })
  await dialog.getByText('The file cannot be imported').waitFor()
  const charts = await editedArchive((content, name) =>
    name.endsWith('metadata.yaml') ? { ...content, type: 'Slice' } : content,
  )
  await choose(charts)
  await dialog.getByText('The file holds an export of something else.').waitFor()
  expect(faults).toEqual([])
})
