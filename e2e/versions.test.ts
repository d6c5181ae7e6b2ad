import { expect, it } from 'vitest'
import { openSignedIn } from './stage.ts'

const { page, faults } = await openSignedIn()
const dialog = page.getByRole('dialog')

const call = (method: string, path: string, body?: object) =>
  page.evaluate(
    async ([verb, where, json]) => {
      const { result } = await (await fetch('/api/v1/security/csrf_token/')).json()
      const headers = { 'content-type': 'application/json', 'X-CSRFToken': result }
      return (await fetch(where, { method: verb, headers, ...(json !== '' && { body: json }) })).json()
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  )
async function compareWith(version: string) {
  await dialog.getByRole('button', { name: 'Compared with' }).click()
  await page.getByRole('option', { name: version }).click()
}

it('compares versions of a dashboard, names what changed on its layout and restores the first', async () => {
  const { result } = await call('GET', '/api/v1/dashboard/1')
  const layout = JSON.parse(result.position_json)
  const chart = Object.values<{ type: string; meta: { width: number; sliceName: string } }>(layout).find(
    ({ type }) => type === 'CHART',
  )
  if (!chart) throw new Error('The dashboard has no chart')
  const wide = chart.meta.width
  chart.meta.width = wide - 1
  await call('PUT', '/api/v1/dashboard/1', { position_json: JSON.stringify(layout) })
  await call('PUT', '/api/v1/dashboard/1', { dashboard_title: 'A shop of another name' })
  await page.goto('/superset/dashboard/1/')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await dialog.getByText('A shop of another name').last().waitFor()
  expect(await dialog.getByText(`${chart.meta.sliceName}”: width`).count()).toBe(0)
  await compareWith('Version 1')
  await dialog.getByText(`Chart “${chart.meta.sliceName}”: width`).waitFor()
  await dialog.getByRole('button', { name: /^Version 1\b/ }).click()
  await dialog.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByRole('heading', { name: 'Outdoor shop' }).waitFor()
  const after = (await call('GET', '/api/v1/dashboard/1')).result
  expect(JSON.parse(after.position_json)).toEqual(JSON.parse(result.position_json))
})

it('compares versions of a chart by its settings, and brings one back', async () => {
  const before = (await call('GET', '/api/v1/chart/1')).result
  const params = { ...JSON.parse(before.params), row_limit: 77 }
  await call('PUT', '/api/v1/chart/1', { slice_name: 'Renamed', params: JSON.stringify(params) })
  await page.goto('/explore/?slice_id=1')
  await page.getByRole('button', { name: 'More ways to save' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await dialog.getByText('Row limit').waitFor()
  await dialog.getByRole('button', { name: /^Version 1\b/ }).click()
  await dialog.getByRole('button', { name: 'Restore version 1' }).click()
  await dialog.waitFor({ state: 'detached' })
  const after = (await call('GET', '/api/v1/chart/1')).result
  expect([after.slice_name, after.params]).toEqual([before.slice_name, before.params])
})

it('compares statements line by line, and brings one back into the tab', async () => {
  const saved = { label: 'Weekly', sql: 'select 1\n  as one', db_id: 1 }
  const { id } = await call('POST', '/api/v1/saved_query/', saved)
  await call('PUT', `/api/v1/saved_query/${id}`, { sql: 'select 1\n  as uno' })
  await call('PUT', `/api/v1/saved_query/${id}`, { sql: 'select 2\n  as uno' })
  await page.goto('/savedqueryview/list/')
  await page
    .getByRole('row', { name: /Weekly/ })
    .getByRole('button', { name: /Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await compareWith('Version 1')
  const lines = dialog.getByRole('region', { name: 'Changed lines' })
  await lines.getByText('select 2').waitFor()
  await lines.getByText('as one').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.goto(`/sqllab/?savedQueryId=${id}`)
  await page.locator('.cm-content').getByText('select 2').waitFor()
  await page.getByRole('toolbar', { name: 'Query' }).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await dialog.getByRole('button', { name: /^Version 1\b/ }).click()
  await dialog.getByRole('button', { name: 'Restore version 1' }).click()
  await page.locator('.cm-content').getByText('as one').waitFor()
  expect((await call('GET', `/api/v1/saved_query/${id}`)).result.sql).toBe(saved.sql)
  expect(faults).toEqual([])
})

it('calls themes and datasets by their names', async () => {
  for (const theme_name of ['Autumn', 'Winter']) await call('POST', '/api/v1/theme/', { theme_name, json_data: '{}' })
  const themes = (await call('GET', '/api/v1/theme/')).result as { id: number; theme_name: string }[]
  for (const name of ['Autumn', 'Winter'])
    await call('PUT', '/api/v1/dashboard/2', { theme_id: themes.find(({ theme_name }) => theme_name === name)?.id })
  await page.goto('/superset/dashboard/2/')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await dialog.getByText('Winter').waitFor()
  await dialog.getByText('Autumn').waitFor()
  const datasets = (await call('GET', '/api/v1/dataset/')).result as { id: number; table_name: string }[]
  const airports = datasets.find(({ table_name }) => table_name === 'airports')?.id
  await call('PUT', '/api/v1/chart/2', { datasource_id: airports, datasource_type: 'table' })
  await page.goto('/chart/list/?edit=2')
  for (const name of ['orders', 'airports']) await dialog.getByText(name).first().waitFor()
})
