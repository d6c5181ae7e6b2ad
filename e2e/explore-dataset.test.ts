import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { explore } from './pages/explore.ts'
import { addUserWithout } from './pages/people.ts'
import { openSignedIn } from './stage.ts'

const { app, browser, page } = await openSignedIn()
const fields = page.getByRole('complementary', { name: 'Fields of the dataset' })
const settings = page.getByRole('complementary', { name: 'Settings of the chart' })
const dataset = fields.getByRole('button', { name: 'Dataset' })
const chart = page.getByRole('region', { name: 'Chart', exact: true })

const pickDataset = async (name: string) => {
  await dataset.click()
  await page.keyboard.type(name)
  await page.getByRole('option', { name, exact: false }).first().waitFor()
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Enter')
}

it('begins anew with the dataset that was searched for, while nothing was made yet', async () => {
  await page.goto('/explore/?datasource_type=table&datasource_id=1')
  await chart.getByRole('img', { name: /^Line chart/ }).waitFor()
  await pickDataset('customers')
  await page.waitForURL('**/explore/?datasource_type=table&datasource_id=2')
  await dataset.getByText('customers').waitFor()
})

it('puts the question of a chart to another dataset, says what that one lacks, and takes it back', async () => {
  await page.goto('/explore/?slice_id=8')
  await chart.getByRole('img', { name: /^Bar chart/ }).waitFor()
  await pickDataset('customers')
  await page.getByText('customers does not have', { exact: false }).waitFor()
  await settings.getByText('country', { exact: true }).waitFor()
  await chart.getByRole('img', { name: /^Bar chart/ }).waitFor()
  await page.getByText('Unsaved changes').waitFor()
  await page.waitForURL(/form_data_key=/)
  await page.reload()
  await dataset.getByText('customers').waitFor()
  await pickDataset('orders')
  await dataset.getByText('orders').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await dataset.getByText('customers').waitFor()
})

it('gives rows as they were stored every column, and smooths over a week of points', async () => {
  await page.goto('/explore/?datasource_type=table&datasource_id=2&viz_type=table')
  await settings.getByRole('button', { name: 'Remove signed_up_on', exact: true }).click()
  await settings.getByRole('button', { name: 'Rows', exact: true }).click()
  await page.getByRole('option', { name: 'As stored' }).click()
  await explore(page).update()
  await chart.getByRole('columnheader', { name: 'first_name' }).waitFor()
  await page.goto('/explore/?datasource_type=table&datasource_id=1')
  await settings.getByRole('button', { name: 'Smooth over a window' }).click()
  await page.getByRole('option', { name: 'Mean' }).click()
  expect(await settings.getByLabel('Points in the window').inputValue()).toBe('7')
})

it('offers nothing to take away where data may not be taken away', async () => {
  await addUserWithout(page, 'reader', ['can_csv'])
  const reader = await visit(browser, app)
  await signIn(reader.page, 'reader')
  await reader.page.goto('/explore/?slice_id=6')
  const canvas = reader.page.getByRole('region', { name: 'Chart', exact: true })
  await canvas.getByRole('img', { name: /^Bar chart/ }).waitFor()
  await canvas.getByRole('button', { name: 'View as table' }).waitFor()
  expect(await canvas.getByRole('button', { name: 'Download' }).count()).toBe(0)
  expect(await reader.page.getByRole('button', { name: 'Copy', exact: true }).count()).toBe(0)
  await reader.context.close()
})
