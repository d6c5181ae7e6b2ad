import { expect, it } from 'vitest'
import { callsOf, chart, dashboard, drag, makeDashboard, row, storedDashboard, tab, tabs } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page } = await openSignedIn({ height: 1200 })
const call = await callsOf(app)
const screen = dashboard(page)
const column = (id: string, ...children: ReturnType<typeof chart>[]) => ({
  id,
  type: 'COLUMN',
  meta: { width: 6, background: 'BACKGROUND_TRANSPARENT' },
  children,
})
const strip = screen.strip('T')
const names = () => strip.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
const twoTabs = [tab('A', 'First', row('RA', chart(6, 6, 20))), tab('B', 'Second')]

it('lets a new tab be named at once, and makes no more of them by its letters', async () => {
  await screen.edit(await makeDashboard(call, 'Named', [tabs('T', ...twoTabs)]))
  await strip.getByRole('button', { name: 'Tab', exact: true }).click()
  await expect.poll(names).toHaveLength(3)
  await page.keyboard.type('A third one')
  await page.keyboard.press('Enter')
  expect(await names()).toEqual(['First', 'Second', 'A third one'])
})

it('shows where a tab would come by one line, in the bar of the tabs', async () => {
  await screen.edit(await makeDashboard(call, 'Lines', [tabs('T', ...twoTabs), row('R', chart(7, 6, 20))]))
  const inBar = async () => {
    const [bar, line] = [await strip.boundingBox(), await page.locator('.dash-drop').first().boundingBox()]
    return bar && line && line.y >= bar.y - 2 && line.y + line.height <= bar.y + bar.height + 2
  }
  const tabAt = (at: number) => strip.locator('.dash-tab').nth(at)
  const seen: unknown[] = []
  await page.exposeFunction('noteLines', async () =>
    seen.push([await page.locator('.dash-drop').count(), await inBar()]),
  )
  await page.evaluate(() => document.addEventListener('mouseup', () => void Object(window).noteLines(), true))
  expect(await drag(page, tabAt(1), tabAt(0), { x: 3, y: 15 })).toHaveLength(1)
  await expect.poll(names).toEqual(['Second', 'First'])
  const bar = await strip.boundingBox()
  const end = { x: (bar?.width ?? 0) - 60, y: 15 }
  expect(await drag(page, screen.item('CHART-7'), strip, end, '.dash-strip-end > .dash-drop')).toHaveLength(1)
  await expect.poll(names).toEqual(['Second', 'First', ''])
})

it('selects a row and a column from the tile that fills them, with all buttons in sight', async () => {
  await screen.edit(await makeDashboard(call, 'Filled', [row('R', column('C', chart(6, 6, 20)), chart(7, 6, 20))]))
  await screen.item('CHART-6').click({ position: { x: 40, y: 10 } })
  await page.getByRole('button', { name: 'Select Column around it' }).click()
  await page.getByRole('toolbar', { name: 'Arrange Column' }).waitFor()
  await page.getByRole('button', { name: 'Select Row 1 around it' }).click()
  const arrange = await page.getByRole('toolbar', { name: 'Arrange Row 1' }).boundingBox()
  const head = await page.locator('header').first().boundingBox()
  expect(arrange?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))
  await page.getByRole('tab', { name: 'Selected' }).click()
  await screen.item('CHART-6').click({ position: { x: 40, y: 10 } })
  const around = page.getByRole('navigation', { name: 'Stands in' })
  expect(await around.getByRole('button').allInnerTexts()).toEqual(['Row 1', 'Column'])
  await around.getByRole('button', { name: 'Row 1' }).click()
  await page.keyboard.press('Delete')
  await screen.item('R').waitFor({ state: 'detached' })
})

it('puts charts in the size of their kind, as high as what stands beside them', async () => {
  const id = await makeDashboard(call, 'Sized', [row('R', chart(7, 4, 40))])
  await screen.edit(id)
  const add = (name: RegExp) => screen.palette.getByRole('button', { name }).first()
  await drag(page, add(/^Revenue\b(?! by)/), screen.item('R'), { x: 200, y: 2 })
  await drag(page, add(/^Best sellers/), screen.item('CHART-7'), { x: 380, y: 60 })
  await screen.saveAll()
  const { positions } = await storedDashboard(call, id)
  const sizes = Object.values(positions).flatMap((item) => {
    const { meta } = item as unknown as { meta?: { chartId?: number; width?: number; height?: number } }
    return meta?.chartId === 1 || meta?.chartId === 9 ? [[meta.chartId, meta.width, meta.height]] : []
  })
  expect(sizes.toSorted()).toEqual([
    [1, 3, 14],
    [9, 4, 40],
  ])
})

it('offers to write a text where it was put', async () => {
  await screen.edit(await makeDashboard(call, 'Written', [row('R', chart(7, 4, 40))]))
  await drag(page, screen.palette.getByRole('button', { name: 'Text', exact: true }), screen.item('R'), {
    x: 200,
    y: 2,
  })
  await page.getByRole('textbox', { name: 'Text' }).waitFor()
  await page.keyboard.type('## How to read this')
  await page.getByRole('heading', { name: 'How to read this' }).waitFor()
})
