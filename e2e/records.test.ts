import { expect, it } from 'vitest'
import { callsOf, chart, dashboard, makeDashboard, row } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page, faults } = await openSignedIn()
const call = await callsOf(app)
const dialog = (name: string) => page.getByRole('dialog', { name })
const line = (name: string) => page.getByRole('row', { name: new RegExp(name) }).first()

async function goByMenu(name: string) {
  await page.goto('/superset/welcome/')
  await page.getByRole('button', { name: /admin/i }).first().click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

it('makes an annotation layer and its annotations, saying first what is missing', async () => {
  await goByMenu('Annotation layers')
  await page.getByRole('link', { name: 'New annotation layer' }).first().click()
  const layer = dialog('New annotation layer')
  await layer.getByRole('button', { name: 'Create layer' }).click()
  await layer.getByText('A layer needs a name.').waitFor()
  await layer.getByLabel('Name').fill('Releases')
  await layer.getByLabel('Description').fill('What went out, and when')
  await layer.getByRole('button', { name: 'Create layer' }).click()
  await page.getByText('Annotation layer Releases saved').waitFor()

  await page.getByRole('link', { name: 'Releases' }).click()
  await page.getByRole('link', { name: 'New annotation' }).first().click()
  const annotation = dialog('New annotation')
  await annotation.getByLabel('Name').fill('Version 2')
  await annotation.getByLabel('Start (UTC)').fill('2024-01-05T08:30')
  await annotation.getByLabel('End (UTC)').fill('2024-01-04T08:30')
  await annotation.getByLabel('More data as JSON').fill('{"broken"')
  await annotation.getByRole('button', { name: 'Create annotation' }).click()
  await annotation.getByText('The end is before the start.').waitFor()
  await annotation.getByText('This is no JSON.').waitFor()
  await annotation.getByLabel('End (UTC)').fill('2024-01-06T09:00')
  await annotation.getByLabel('More data as JSON').fill('')
  await annotation.getByRole('button', { name: 'Create annotation' }).click()
  await line('Version 2').getByText('2024-01-06 09:00:00').waitFor()
  await page.getByRole('link', { name: 'Annotation layers' }).waitFor()

  await line('Version 2').getByRole('link', { name: 'Version 2' }).click()
  const stored = dialog('Edit annotation')
  expect(await stored.getByLabel('Start (UTC)').inputValue()).toContain('2024-01-05T08:30')
  await stored.getByLabel('Name').fill('Version 2.0')
  await stored.getByRole('button', { name: 'Save', exact: true }).click()
  await line('Version 2\\.0').waitFor()
})

it('says why a layer with annotations is not deleted, and that there is no such layer', async () => {
  await page.goto('/annotationlayer/list/')
  await line('Releases').focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Annotation layer has associated annotations.').waitFor()
  await page.goto('/annotationlayer/99/annotation')
  await page.getByRole('heading', { level: 1, name: 'There is nothing at this address' }).waitFor()
  expect(await page.title()).toBe('There is nothing at this address · Sightline')
})

it('makes a CSS template, which a dashboard takes below its own CSS', async () => {
  await goByMenu('CSS templates')
  await page.getByRole('link', { name: 'New CSS template' }).first().click()
  const form = dialog('New CSS template')
  await form.getByLabel('Name').fill('Wide titles')
  await form.getByLabel('CSS', { exact: true }).fill('h2 { letter-spacing: 2px }')
  await form.getByRole('button', { name: 'Create template' }).click()
  await line('Wide titles').getByText('letter-spacing').waitFor()

  await dashboard(page).edit(await makeDashboard(call, 'Styled', [row('R1', chart(1))]))
  await page.getByRole('button', { name: 'Properties' }).click()
  const properties = dialog('Dashboard properties')
  await properties.getByRole('tab', { name: 'CSS' }).click()
  await properties.getByLabel('CSS', { exact: true }).fill('h1 { color: teal }')
  await properties.getByLabel('Add a CSS template').click()
  await page.getByRole('option', { name: 'Wide titles' }).click()
  const css = await properties.getByLabel('CSS', { exact: true }).inputValue()
  expect(css).toBe('h1 { color: teal }\n\nh2 { letter-spacing: 2px }')
})

it('makes a group, whose members have its roles', async () => {
  await goByMenu('Groups')
  await page.getByRole('link', { name: 'New group' }).first().click()
  const form = dialog('New group')
  await form.getByLabel('Name').fill('Analysts')
  await choose('Roles', 'Alpha')
  await choose('Members', 'admin')
  await form.getByRole('button', { name: 'Create group' }).click()
  await page.getByText('Group Analysts saved').waitFor()
  await line('Analysts').getByText('Alpha').waitFor()
  await line('Analysts').getByRole('link', { name: 'Analysts' }).click()
  await dialog('Edit group').getByText('admin').waitFor()
  await dialog('Edit group').getByRole('button', { name: 'Cancel' }).click()
  // The dialog gives the focus back to where it was opened.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Analysts')
  await line('Analysts').focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('A group gives its roles to its members.').waitFor()
})

async function choose(list: string, option: string) {
  await dialog('New group').getByLabel(list).click()
  await page.getByRole('searchbox').last().fill(option)
  await page
    .getByRole('option', { name: new RegExp(option, 'i') })
    .first()
    .click()
  await page.keyboard.press('Escape')
}

it('lists tags, renames one and leads to what carries it', async () => {
  await goByMenu('Tags')
  await page.getByRole('link', { name: 'New tag' }).first().click()
  await dialog('New tag').getByLabel('Name').fill('quarterly')
  await dialog('New tag').getByRole('button', { name: 'Create tag' }).click()
  await line('quarterly').waitFor()
  await page.goto('/superset/tags/?edit=1')
  await dialog('Edit tag').getByLabel('Name').fill('monthly')
  await dialog('Edit tag').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'monthly' }).click()
  await page.getByText('Nothing that you may see carries this tag').waitFor()
})

it('ends without a fault of the page or the server', () => expect(faults).toEqual([]))
