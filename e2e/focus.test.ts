import { expect, it } from 'vitest'
import { openSignedIn } from './stage.ts'

/** Where the keyboard stands: inside a layer when it opens, and where it was when the layer is gone. */
const { page, faults } = await openSignedIn()

const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })
const isInside = (layer: string) =>
  page.evaluate((selector) => Boolean(document.activeElement?.closest(selector)), layer)

it('gives the focus back to the link that opened a dialog', async () => {
  await page.goto('/users/')
  await page.getByRole('link', { name: 'New user' }).press('Enter')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => isInside('dialog')).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('New user')
})

it('gives the focus back to the menu whose item opened a dialog', async () => {
  await page.goto('/chart/list/?search=strikes')
  const menu = page.getByRole('button', { name: /^Actions for/ }).first()
  const name = await menu.getAttribute('aria-label')
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => isInside('dialog')).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focused).toBe(name)
})

it('stands at the next row after one was deleted', async () => {
  await page.goto('/superset/tags/')
  for (const name of ['Of no use', 'Of some use']) {
    await page.getByRole('link', { name: 'New tag' }).first().press('Enter')
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Create tag' }).press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const row = page.getByRole('row').filter({ hasText: 'Of no use' })
  await row.focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focused).toContain('Of some use')
})

it('stands in a pop-over when it opens, and closes it when Tab goes past its end', async () => {
  await page.goto('/superset/dashboard/outdoor-shop/')
  const share = page.getByRole('button', { name: 'Share' })
  await share.press('Enter')
  const layer = page.getByRole('dialog', { name: 'Share' })
  await layer.waitFor()
  await expect.poll(() => isInside('[popover]')).toBe(true)
  await page.keyboard.press('Escape')
  await layer.waitFor({ state: 'detached' })
  expect(await focused()).toBe('Share')
  await share.press('Enter')
  await layer.getByRole('button').first().waitFor()
  for (let presses = 0; presses < 20 && (await isInside('[popover]')); presses += 1) await page.keyboard.press('Tab')
  await layer.waitFor({ state: 'detached' })
})

it('closes the options of a field when Tab goes on', async () => {
  await page.goto('/chart/list/')
  await page.getByRole('search').getByRole('button', { name: 'Type', exact: true }).press('Enter')
  await page.getByRole('listbox', { name: 'Type' }).waitFor()
  await expect.poll(() => isInside('[popover]')).toBe(true)
  await page.keyboard.press('Tab')
  await page.getByRole('listbox', { name: 'Type' }).waitFor({ state: 'detached' })
  expect(await isInside('main')).toBe(true)
})

it('stands at what comes to the place of something taken out of a chart', async () => {
  const form = { datasource: '1__table', viz_type: 'table', groupby: ['category', 'country'], metrics: ['count'] }
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(form))}`)
  await page.getByRole('button', { name: 'Remove category' }).press('Enter')
  await expect.poll(focused).toContain('country')
  await page.keyboard.press('Delete')
  await expect.poll(focused).toBe('Add to Group by')
})

it('does not offer the palette in the palette', async () => {
  await page.goto('/superset/welcome/')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Dashboards' }).first().waitFor()
  expect(await page.getByRole('option', { name: 'Search or jump to' }).count()).toBe(0)
  await page.keyboard.press('Escape')
})

it('says what a sign is for, the first one that is hovered and the first one that is tabbed to', async () => {
  const sign = page.getByRole('button', { name: 'Dark theme' })
  for (const come of [() => sign.hover(), () => sign.press('Shift+Tab').then(() => page.keyboard.press('Tab'))]) {
    await page.goto('/dashboard/list/')
    await come()
    await page.getByRole('tooltip').getByText('Dark theme').waitFor()
    await page.mouse.move(0, 0)
  }
})

it('says of a sign that is pointed at what a press has made of it', async () => {
  await page.goto('/superset/dashboard/1/')
  const sign = page.getByRole('button', { name: /^(Published|Draft)$/ })
  await sign.hover()
  await page.getByRole('tooltip').getByText('Press to hide.').waitFor()
  await sign.evaluate((button: HTMLElement) => button.click())
  await page.getByRole('tooltip').getByText('Press to publish.').waitFor()
  await sign.click()
  await page.getByText('This dashboard is now published').waitFor()
})

it('ends without a fault', () => expect(faults).toEqual([]))
