import { expect, it } from 'vitest'
import { PASSWORD } from './app.ts'
import { openSignedIn } from './stage.ts'

const { page } = await openSignedIn()

const post = (path: string, body: object) =>
  page.evaluate(
    async ([where, json]) => {
      const { result } = await (await fetch('/api/v1/security/csrf_token/')).json()
      const headers = { 'content-type': 'application/json', 'X-CSRFToken': result }
      return (await (await fetch(where, { method: 'POST', headers, body: json })).json()).id as number
    },
    [path, JSON.stringify(body)] as const,
  )

it('puts a user into a group, where there are groups', async () => {
  const names = { username: 'member', first_name: 'Mem', last_name: 'Ber', email: 'member@example.com' }
  const id = await post('/api/v1/security/users/', { ...names, password: PASSWORD, active: true, roles: [] })
  await page.goto(`/users/?edit=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit user' })
  await dialog.getByText('Roles', { exact: true }).waitFor()
  expect(await dialog.getByText('Groups', { exact: true }).count()).toBe(0)

  const group = await post('/api/v1/security/groups/', { name: 'Analysts', label: 'All who analyse' })
  await page.reload()
  await dialog.getByLabel('Groups').click()
  await page.getByRole('option', { name: 'Analysts' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByText('A group gives its roles to its members.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const groups = await page.evaluate(
    async (user) => (await (await fetch(`/api/v1/security/users/${user}`)).json()).result.groups,
    id,
  )
  expect(groups).toMatchObject([{ id: group, name: 'Analysts', label: 'All who analyse' }])
})
