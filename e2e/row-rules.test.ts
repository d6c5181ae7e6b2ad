import { expect, it } from 'vitest'
import { openSignedIn } from './stage.ts'

const { page, faults } = await openSignedIn()

const dialog = (name: string) => page.getByRole('dialog', { name })
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) }).first()

async function choose(list: string, option: string) {
  await dialog('New rule').getByRole('button', { name: list }).click()
  await page.getByRole('searchbox').last().fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

it('makes a rule whose condition the database has checked', async () => {
  await page.goto('/superset/welcome/')
  await page.getByRole('button', { name: /admin/i }).first().click()
  await page.getByRole('menuitem', { name: 'Row rules' }).click()
  await page.getByText('A rule shows people only the rows').waitFor()
  await page.getByRole('link', { name: 'New rule' }).first().click()
  const form = dialog('New rule')
  await form.getByLabel('Name').fill('only big birds')
  await form.getByRole('button', { name: 'Create rule' }).click()
  await form.getByText('Choose a dataset').waitFor()
  await choose('Datasets', 'main.penguins')
  await choose('Roles', 'Gamma')
  await form.getByLabel('Clause').fill('body_mass > 4000')
  await form.getByText(/"body_mass" not found/).waitFor()
  await form.getByLabel('Clause').fill('body_mass_g > 4000')
  await form.getByText('The database understands it').waitFor()
  await form.getByRole('button', { name: 'Create rule' }).click()
  await page.getByText('Rule only big birds saved').waitFor()
  await row('only big birds').getByText('body_mass_g > 4000').waitFor()
})

it('changes a rule', async () => {
  await page.getByRole('link', { name: 'only big birds' }).click()
  const form = dialog('Edit rule')
  expect(await form.getByLabel('Clause').textContent()).toBe('body_mass_g > 4000')
  await form.getByLabel('For everyone but people with one of the roles').check()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Rule only big birds saved').first().waitFor()
  await row('only big birds').getByText('Base').waitFor()
})

it('deletes rules by the keyboard after asking', async () => {
  await row('only big birds').focus()
  await page.keyboard.press('Space')
  await page.getByText('1 selected').waitFor()
  await row('only big birds').focus()
  await page.keyboard.press('Delete')
  await dialog('Delete only big birds?').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No row rules').waitFor()
  expect(faults).toEqual([])
})
