import { expect, it } from 'vitest'
import { callsOf, chart, dashboard, makeDashboard, row } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page, faults } = await openSignedIn()
const call = await callsOf(app)

const dialog = (name: string) => page.getByRole('dialog', { name })
const line = (name: string) => page.getByRole('row', { name: new RegExp(name) }).first()
const property = (name: string) =>
  page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(one).trim(), name)
const themeOf = (id: number) => async () =>
  ((await call('GET', `/api/v1/dashboard/${id}`)) as { result: { theme: { theme_name: string } | null } }).result.theme
    ?.theme_name

it('makes a theme, and says what may not stand in one', async () => {
  await page.goto('/theme/list/')
  await page.getByText('THEME_DARK').waitFor()
  await page.getByRole('link', { name: 'New theme' }).first().click()
  const form = dialog('New theme')
  await form.getByLabel('Name').fill('Harbour')
  await form.getByLabel('Theme as JSON').fill('{"token":{"colorPrimary":"url(//a.example)"}}')
  await form.getByText('colorPrimary must be a colour').waitFor()
  const token = { colorPrimary: '#a4262c', colorBgBase: '#fff8ef', borderRadius: 10, controlHeight: 40 }
  await form.getByLabel('Theme as JSON').fill(JSON.stringify({ token }, null, 2))
  await form.getByText('without effect here: controlHeight').waitFor()
  await form.getByRole('button', { name: 'Create theme' }).click()
  await page.getByText('Theme Harbour saved').waitFor()
})

it('gives the installation the look of a theme, and takes it away', async () => {
  const own = await property('--accent')
  const choose = async (item: string) => {
    await line('Harbour').getByRole('button').last().click()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('menuitem', { name: item }).click()
    await reloaded
    await line('Harbour').waitFor()
  }
  await choose('Use for the installation')
  expect([await property('--accent'), await property('--surface')]).toEqual(['#a4262c', '#fff8ef'])
  await choose('No longer use for the installation')
  expect(await property('--accent')).toBe(own)
})

it('gives a dashboard the look of a theme while it is open', async () => {
  const own = await property('--accent')
  const id = await makeDashboard(call, 'Harbours', [row('R1', chart(6, 6), chart(7, 6))])
  const screen = dashboard(page)
  await screen.edit(id)
  await page.getByRole('button', { name: 'Properties' }).click()
  const form = dialog('Dashboard properties')
  await form.getByRole('tab', { name: 'Colours' }).click()
  await form.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('option', { name: 'Harbour' }).click()
  await form.getByRole('button', { name: /Apply/ }).click()
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--accent') === '#a4262c')
  await screen.saveAll()
  await expect.poll(themeOf(id)).toBe('Harbour')
  await page.reload()
  await page.locator('svg path').first().waitFor()
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--accent') === '#a4262c')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/dashboard/list/')
  expect(await property('--accent')).toBe(own)
  expect(faults).toEqual([])
})
