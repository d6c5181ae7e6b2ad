import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { sqlEditor } from './pages/sql-editor.ts'
import { openSignedIn } from './stage.ts'

/** A screen of 1440 × 900 at a zoom of 200 %. */
const ZOOMED = { width: 720, height: 450 }

const { page, faults } = await openSignedIn(ZOOMED)
await page.evaluate(() => localStorage.setItem('sightline.locale', 'de'))
const editor = sqlEditor(page)
const results = page.getByRole('region', { name: 'Ergebnisse' })

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (!box) throw new Error('not drawn')
  return box
}

async function run(sql: string) {
  await editor.write(sql)
  await page.keyboard.press('ControlOrMeta+Enter')
}

it('has room for every button of the editor, and tells apart what stands below it', async () => {
  await page.goto('/sqllab/')
  await page.getByRole('treeitem', { name: /penguins/ }).waitFor()
  for (const name of ['Diagramm', 'Speichern', 'Mehr']) {
    const { x, width } = await boxOf(page.getByRole('toolbar', { name: 'Abfrage' }).getByRole('button', { name }))
    expect(x + width, name).toBeLessThanOrEqual(ZOOMED.width)
  }
  const connection = await boxOf(page.locator('footer').getByText('Verbunden mit examples'))
  const writing = await boxOf(page.locator('footer').getByText('Nur lesen'))
  expect(connection.x + connection.width).toBeLessThanOrEqual(writing.x)
})

it('shows the plan of a statement as the text that it is', async () => {
  await run('explain select species, count(*) from penguins group by species')
  const plan = page.getByRole('region', { name: 'Plan der Anweisung' })
  await plan.getByText(/GROUP_BY/).waitFor()
  expect(await results.getByRole('grid').count()).toBe(0)
})

it('writes the numbers of a result with the signs of the language', async () => {
  await run('select 1234567.5 as amount')
  await results.getByRole('gridcell', { name: '1.234.567,5' }).waitFor()
})

it('shows the place of an error whole, however little room there is', async () => {
  await run('select nope from penguins')
  const place = results.locator('.sql-place')
  await place.waitFor()
  expect(await place.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1)
  expect(faults).toEqual([])
})
