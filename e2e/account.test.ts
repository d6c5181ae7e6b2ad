import { expect, it } from 'vitest'
import { PASSWORD } from './app.ts'
import { openSignedIn } from './stage.ts'

const { page, app, faults } = await openSignedIn()

/** The status of a question that brings nothing but the key. */
const statusBy = async (key: string, path: string) =>
  (await fetch(app.base + path, { headers: { authorization: `Bearer ${key}` } })).status

async function statusOfSignIn(password: string): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'admin', password, provider: 'db' })
  return (await fetch(`${app.base}/api/v1/security/login`, { method: 'POST', headers, body })).status
}

it('makes an API key that is shown once, limits what it opens, and revokes it', async () => {
  await page.goto('/user_info/')
  await page.getByText('No API keys yet').waitFor()
  await page.getByRole('button', { name: 'New API key' }).click()
  const form = page.getByRole('dialog', { name: 'New API key' })
  await form.getByRole('textbox', { name: 'Name' }).fill('nightly export')
  await page.keyboard.press('Enter')
  const made = page.getByRole('dialog', { name: 'Your new API key' })
  const key = await made.getByRole('textbox', { name: 'Key', exact: true }).inputValue()
  expect(key).toMatch(/^bi_[0-9a-f]{8}_[\w-]{43}$/)
  expect(await statusBy(key, '/api/v1/dashboard/')).toBe(200)
  await made.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /nightly export/ })
  await expect.poll(() => row.textContent()).toContain('Read')
  expect(await page.content()).not.toContain(key)

  await page.reload()
  await row.getByRole('button', { name: /nightly export/ }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The key is revoked').waitFor()
  await expect.poll(() => row.textContent()).toContain('Revoked')
  expect(await row.getByRole('button').count()).toBe(0)
  expect(await statusBy(key, '/api/v1/dashboard/')).toBe(401)
})

it('changes the password of whoever knows the present one, and stays signed in', async () => {
  await page.goto('/user_info/')
  const form = page.getByRole('form', { name: 'Password' })
  const change = async (present: string, next: string) => {
    await form.getByRole('textbox', { name: 'Present password' }).fill(present)
    await form.getByRole('textbox', { name: 'New password' }).fill(next)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await change('not the password', 'Another-horse-9-battery')
  await form.getByText('The current password is not right.').waitFor()
  await change(PASSWORD, 'short')
  await form.getByText('The password needs at least 12 characters.').waitFor()
  await change(PASSWORD, 'Another-horse-9-battery')
  await page.getByText('Your password is changed. Other browsers are signed out.').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'My account' }).waitFor()
  expect(await statusOfSignIn(PASSWORD)).toBe(401)
  expect(await statusOfSignIn('Another-horse-9-battery')).toBe(200)
  expect(faults).toEqual([])
})
