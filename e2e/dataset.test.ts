import { expect, it } from 'vitest'
import { explore } from './pages/explore.ts'
import { openSignedIn } from './stage.ts'

const { page, context, faults } = await openSignedIn()

const tab = (name: RegExp) => page.getByRole('tab', { name })
const save = () => page.getByRole('button', { name: 'Save', exact: true })
const row = (name: string | RegExp) => page.getByRole('row', { name }).first()

/** Reads the list anew from the server and opens the editor by the action of its row. */
async function openEditor(name: string) {
  await page.goto(`/tablemodelview/list/?search=${name}`)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await tab(/^Columns/).waitFor()
}

it('keeps a label and a metric, and Explore offers both', async () => {
  await openEditor('penguins')
  await page.getByLabel('Label of species').fill('Kind of bird')
  await tab(/^Metrics/).click()
  await page.getByRole('button', { name: 'Add metric' }).click()
  const drawer = page.getByRole('dialog', { name: 'Metric' })
  await drawer.getByLabel('Key').fill('heaviest')
  await drawer.getByLabel('Label').fill('Heaviest bird')
  await drawer.getByLabel('SQL expression').fill('MAX(body_mas)')
  await drawer.getByText(/"body_mas" not found/).waitFor()
  await drawer.getByLabel('SQL expression').fill('MAX(body_mass_g)')
  await drawer.getByText('The database understands it').waitFor()
  await drawer.getByRole('button', { name: 'Done' }).click()
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('Dataset penguins saved').waitFor()
  await page.reload()
  await tab(/^Columns/).click()
  expect(await page.getByLabel('Label of species').inputValue()).toBe('Kind of bird')
  await tab(/^Metrics/).click()
  await row(/MAX\(body_mass_g\)/).waitFor()
  await page.getByRole('link', { name: 'Explore' }).click()
  const { fields } = explore(page)
  await fields.getByRole('button', { name: 'Add Heaviest bird to the chart' }).waitFor()
  await fields.getByRole('button', { name: 'Add Kind of bird to the chart' }).waitFor()
  await fields.getByRole('link', { name: 'Edit dataset' }).click()
  await tab(/^Columns/).waitFor()
})

it('shows what a sync would change before it does, and brings a removed column back', async () => {
  await openEditor('penguins')
  await row('species').press('Delete')
  await page.getByText('Goes when saved').waitFor()
  await page.getByRole('button', { name: 'Sync columns from source' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sync columns from source' })
  await dialog.getByRole('heading', { name: 'Added 1' }).waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'species' }).waitFor()
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await page.getByText('Columns taken over. Save to keep them.').waitFor()
  await expect.poll(() => page.getByText('Goes when saved').count()).toBe(0)
  expect(await page.getByLabel('Label of species').inputValue()).toBe('Kind of bird')
})

it('says at its field what is wrong, and asks before changes are lost', async () => {
  await openEditor('penguins')
  await tab(/^Settings/).click()
  await page.getByLabel(/^Template parameters/).fill('[1]')
  await save().click()
  await page.getByText('This is no JSON object').waitFor()
  await page.getByText('Not saved: 1 field needs a change').waitFor()
  await page.getByRole('link', { name: 'Datasets' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Revert' }).click()
  expect(await page.getByLabel(/^Template parameters/).inputValue()).toBe('')
  await page.getByRole('link', { name: 'Datasets' }).first().click()
  await row('penguins').waitFor()
})

it('asks before it overwrites what somebody else saved', async () => {
  await openEditor('penguins')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('tab', { name: /^Columns/ }).click()
  await other.getByLabel('Label of island').fill('Their island')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await other.getByText('Dataset penguins saved').waitFor()
  await other.close()
  await page.getByLabel('Label of species').fill('My species')
  await save().click()
  const dialog = page.getByRole('dialog', { name: 'Saved by someone else in the meantime' })
  await dialog.getByText(/Admin User saved this dataset/i).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByLabel('Label of species').inputValue()).toBe('My species')
  await save().click()
  await dialog.getByRole('button', { name: 'Discard mine' }).click()
  expect(await page.getByLabel('Label of island').inputValue()).toBe('Their island')
  expect(await page.getByLabel('Label of species').inputValue()).toBe('Kind of bird')
})

it('makes a dataset of a table after showing its columns, and says when there is one', async () => {
  await page.goto('/dataset/add/')
  for (const [name, option] of [
    ['Connection', 'examples'],
    ['Schema', 'main'],
    ['Table', 'penguins'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('option', { name: option }).first().click()
  }
  await row(/^species/).waitFor()
  await page.getByRole('button', { name: 'Create dataset' }).click()
  await page.getByText('Dataset penguins already exists').waitFor()
})

it('raised no error in the page and no failure of the server', () => {
  expect(faults).toEqual([])
})
