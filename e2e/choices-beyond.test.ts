import { expect, it } from 'vitest'
import { callsOf, chart, dashboard, makeDashboard, row } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page, faults } = await openSignedIn()
const call = await callsOf(app)
const options = page.getByRole('option')

/** More than one answer names. */
const [CONNECTIONS, PEOPLE] = [105, 205]

await manyOf(CONNECTIONS, (number) => {
  const sqlalchemy_uri = `postgresql://u:p@db${number}.example.com:5432/x`
  return call('POST', '/api/v1/database/', { database_name: `far ${number}`, sqlalchemy_uri, allow_file_upload: true })
})
await manyOf(PEOPLE, (number) => {
  const person = { first_name: 'Person', last_name: number, username: `person${number}`, roles: [1] }
  const sign = { email: `p${number}@example.com`, password: `Clear-water-${number}-bridges` }
  return call('POST', '/api/v1/security/users/', { ...person, ...sign })
})

/** Five at a time. */
async function manyOf(count: number, make: (number: string) => Promise<unknown>) {
  const numbers = Array.from({ length: count }, (_, at) => String(at).padStart(3, '0'))
  for (let at = 0; at < count; at += 5) await Promise.all(numbers.slice(at, at + 5).map(make))
}

it('finds an owner of a dataset among more people than one answer names', async () => {
  const { result } = await call('GET', '/api/v1/dataset/1')
  const [first] = (result as { owners: readonly { first_name: string; last_name: string }[] }).owners
  await page.goto('/tablemodelview/list/?search=orders')
  await page.getByRole('button', { name: 'Actions for orders' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('tab', { name: /^Settings/ }).click()
  await page.getByRole('button', { name: 'Owners', exact: true }).click()
  await page.keyboard.type('204')
  await options.filter({ hasText: 'Person 204' }).click()
  await page.keyboard.press('Escape')
  if (first) await page.locator('.tag', { hasText: `${first.first_name} ${first.last_name}` }).waitFor()
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('Dataset orders saved').waitFor()
  await page.reload()
  await page.getByRole('tab', { name: /^Settings/ }).click()
  await page.locator('.tag', { hasText: 'Person 204' }).waitFor()
})

it('finds a connection for a dataset, and chooses its only schema', async () => {
  await page.goto('/dataset/add/')
  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  await page.keyboard.type('far 104')
  await options.filter({ hasText: 'far 104' }).click()
  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  await page.keyboard.type('examples')
  await options.filter({ hasText: 'examples' }).click()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await options.filter({ hasText: 'penguins' }).click()
  await page.getByRole('row', { name: /^species/ }).waitFor()
})

it('finds a connection for an upload', async () => {
  await page.goto('/databaseview/list/')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload a file' }).click(),
  ])
  await chooser.setFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Connection', exact: true }).click()
  await page.keyboard.type('far 104')
  await options.filter({ hasText: 'far 104' }).click()
  await dialog.getByRole('button', { name: 'Connection', exact: true }).getByText('far 104').waitFor()
})

it('names the dashboard that a click opens, though it is not among the first', async () => {
  const screen = dashboard(page)
  await manyOf(CONNECTIONS, (number) => call('POST', '/api/v1/dashboard/', { dashboard_title: `A ${number}` }))
  const target = await makeDashboard(call, 'Zenith', [row('R1', chart(7))])
  const clickBehavior = { kind: 'dashboard', idOrSlug: String(target) }
  const configuration = { 6: { id: 6, crossFilters: { scope: 'global', chartsInScope: [] }, clickBehavior } }
  const from = await makeDashboard(call, 'Clicked', [row('R1', chart(6))], { chart_configuration: configuration })
  await screen.edit(from)
  await screen.item('CHART-6').locator('header').first().click()
  await page.getByRole('tab', { name: 'Selected' }).click()
  await page.getByRole('button', { name: 'Dashboard', exact: true }).getByText('Zenith').waitFor()
  expect(faults).toEqual([])
})
