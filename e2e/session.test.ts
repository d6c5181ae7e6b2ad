import { expect, it } from 'vitest'
import { PASSWORD, signIn, startApp, visit } from './app.ts'
import { openStage } from './stage.ts'

const { app, browser } = await openStage({ admin: false })

it('makes the administrator by the one-time link and ends on a home page with example dashboards', async () => {
  const { page, faults, context } = await visit(browser, app)
  expect(app.firstStartLink).not.toBeNull()
  await page.goto(app.firstStartLink ?? '')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('User name').fill('ada')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page
    .getByRole('link', { name: /Departure performance/ })
    .first()
    .waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('refuses the link a second time', async () => {
  const { page, context } = await visit(browser, app)
  const answer = await page.goto(app.firstStartLink ?? '')
  expect(await page.getByRole('button', { name: 'Create account' }).count()).toBe(0)
  expect(answer?.status()).toBeLessThan(500)
  await context.close()
})

it('says that a password is wrong and lets the right one in', async () => {
  const { page, context } = await visit(browser, app)
  await page.goto('/superset/welcome/')
  expect(new URL(page.url()).pathname).toBe('/login/')
  await page.getByLabel('User name').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill('wrong-password-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/superset/welcome/')
  await context.close()
})

it('asks to sign in again when the session has ended, and loses nothing', async () => {
  const { page, context } = await visit(browser, app)
  await signIn(page, 'ada')
  await page.goto('/dashboard/list/')
  await page.getByText('Outdoor shop').first().waitFor()
  await context.clearCookies()
  await page.getByRole('link', { name: 'Charts' }).first().click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Revenue by channel').first().waitFor()
  await context.close()
})

it('ends with code 0 and keeps the account over a restart', async () => {
  const dataDir = app.dataDir
  const again = await startAgain(dataDir)
  expect(again.code).toBe(0)
  expect(again.link).toBeNull()
})

async function startAgain(dataDir: string) {
  const second = await startApp({ admin: false, dataDir: `${dataDir}-again` })
  const code = await second.stop()
  const third = await startApp({ admin: true, dataDir: `${dataDir}-again` })
  const link = third.firstStartLink
  await third.stop()
  return { code, link }
}
