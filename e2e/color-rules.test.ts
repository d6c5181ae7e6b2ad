import { expect, it } from 'vitest'
import { openSignedIn } from './stage.ts'

const { page, faults } = await openSignedIn()

const FORMS = {
  Table: { viz_type: 'table', query_mode: 'aggregate', groupby: ['category'], metrics: ['customers'] },
  'Pivot table': { viz_type: 'pivot_table_v2', groupbyRows: ['category'], metrics: ['customers'] },
}

async function openForm(form: object) {
  const { result } = await page.evaluate(async () => (await fetch('/api/v1/dataset/?q=(page_size:100)')).json())
  const dataset = result.find((one: { table_name: string }) => one.table_name === 'orders')
  const settings = { datasource: `${dataset.id}__table`, row_limit: 100, ...form }
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(settings))}`)
  await page.getByRole('cell', { name: /\d/ }).first().waitFor()
  await page.getByLabel('Live').check({ force: true })
  await page.getByRole('tab', { name: 'Style' }).click()
}

/** Backgrounds of the cells that a rule paints. */
const painted = () =>
  page.getByRole('main').evaluate((main) => {
    const cells = [...main.querySelectorAll<HTMLElement>('td')]
    return cells.map((cell) => cell.style.background || cell.style.backgroundColor).filter((color) => color !== '')
  })

for (const [type, form] of Object.entries(FORMS))
  it(`colours the cells of a chart by a rule that is added, undone and removed: ${type}`, async () => {
    await openForm(form)
    const add = page.getByRole('button', { name: 'Add a rule' })
    await add.press('Enter')
    const editor = page.getByRole('dialog', { name: 'Add a rule' })
    await editor.getByRole('button', { name: 'Apply' }).click()
    await editor.getByText('cannot be empty').waitFor()
    await editor.getByLabel('Condition').click()
    await page.getByRole('option', { name: '≤ x ≤' }).click()
    await editor.getByLabel('From').fill('9')
    await editor.getByLabel('To', { exact: true }).fill('1')
    await editor.getByText('has to be above the first').waitFor()
    await editor.getByLabel('To', { exact: true }).fill('1000000000')
    await editor.getByLabel('To', { exact: true }).press('Enter')
    await editor.waitFor({ state: 'detached' })
    await expect.poll(painted).not.toEqual([])
    await page.keyboard.press('Control+z')
    await expect.poll(painted).toEqual([])
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(painted).not.toEqual([])
    await page.getByRole('button', { name: /9 ≤ x ≤ 1000000000/ }).press('Delete')
    await expect.poll(painted).toEqual([])
    expect(faults).toEqual([])
  })
