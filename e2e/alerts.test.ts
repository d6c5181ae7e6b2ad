import { expect, it } from 'vitest'
import { callsOf } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

/** Nothing is due while these tests run, so no mail server is asked. */
const { app, page } = await openSignedIn({
  env: { SMTP_HOST: '127.0.0.1', SMTP_PORT: '9', SMTP_MAIL_FROM: 'reports@example.com' },
})
const call = await callsOf(app)
const dialog = page.getByRole('dialog')
const listed = async () => (await call('GET', '/api/v1/report/?q=(filters:!((col:type,opr:eq,value:Alert)))')).result

it('is set up with a statement that is checked before', async () => {
  await page.goto('/alert/list/')
  await page.getByText('No alerts').waitFor()
  await page.getByRole('link', { name: 'New alert' }).first().click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Many orders')
  await dialog.getByLabel('Database').click()
  await page.getByRole('option', { name: 'examples' }).click()
  await dialog.locator('.cm-content').click()
  await page.keyboard.type('SELECT count(*) FROM shop_orderz')
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await dialog.locator('output', { hasText: 'shop_orderz' }).waitFor()
  await dialog.locator('.cm-content').click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('SELECT 7 * 6')
  // What was said of another statement is told no more.
  await expect.poll(() => dialog.locator('output').textContent()).toBe('')
  await dialog.getByLabel('Number').fill('100')
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await dialog.getByText('The value is 42. The alert would not be sent.').waitFor()
  await dialog.getByLabel('Number').fill('10.5')
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await dialog.getByText('The value is 42. The alert would be sent.').waitFor()
  await dialog.getByLabel('Recipients').fill('ann@example.com')
  await dialog.getByRole('button', { name: 'Create alert' }).click()
  await page.getByText('Alert Many orders saved').waitFor()
  expect(await listed()).toMatchObject([{ name: 'Many orders', type: 'Alert', crontab: '0 * * * *', active: true }])
})

it('shows what was set, and changes it', async () => {
  await page.goto('/alert/list/')
  await page.getByText('Many orders').first().click()
  expect(await dialog.getByLabel('Number').inputValue()).toBe('10.5')
  await dialog.getByText('SELECT 7 * 6').waitFor()
  await dialog.getByLabel('The mail shows').click()
  await page.getByRole('option', { name: 'The value and a dashboard' }).click()
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Dashboard', { exact: true }).click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('radio', { name: 'A picture in the email' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Alert Many orders saved').waitFor()
  const [{ id, dashboard_id }] = (await listed()) as [{ id: number; dashboard_id: number | null }]
  expect(dashboard_id).not.toBeNull()
  expect((await call('GET', `/api/v1/report/${id}`)).result).toMatchObject({ report_format: 'PNG', last_value: null })
})

it('has runs of its own, is switched off, and is no email report', async () => {
  await page.goto('/alert/list/')
  const row = page.getByRole('row').filter({ hasText: 'Many orders' })
  await row.getByRole('button', { name: /More|Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Last runs' }).click()
  await dialog.getByText('It has not run yet').waitFor()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /More|Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Switch off' }).click()
  await row.getByText('Switched off').waitFor()
  await page.goto('/report/list/')
  await page.getByText('No email reports').waitFor()
})
