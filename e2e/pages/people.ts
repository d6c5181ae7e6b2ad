import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PASSWORD } from '../app.ts'

interface Pair {
  readonly id: number
  readonly permission: { readonly name: string }
}

/** Makes a user who may do what Alpha may, but for what is named. The page is that of an administrator. */
export async function addUserWithout(page: Page, username: string, withheld: readonly string[]) {
  const call = (method: string, path: string, json?: unknown) =>
    page.evaluate(
      async ([how, where, body]) => {
        const { result } = await (await fetch('/api/v1/security/csrf_token/')).json()
        const headers = { 'content-type': 'application/json', 'X-CSRFToken': result }
        const answer = await fetch(where, { method: how, headers, ...(body === null ? {} : { body }) })
        if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`)
        return answer.json()
      },
      [method, path, json === undefined ? null : JSON.stringify(json)] as const,
    )
  const { result: roles } = await call('GET', '/api/v1/security/roles/?q=(page_size:100)')
  const alpha = roles.find((role: { name: string }) => role.name === 'Alpha').id
  const { result: pairs } = await call('GET', '/api/v1/security/permissions-resources/?q=(page_size:-1)')
  const { result: own } = await call('GET', `/api/v1/security/roles/${alpha}/permissions/`)
  const names = new Map(pairs.map((pair: Pair) => [pair.id, pair.permission.name]))
  const kept = own.map((pair: Pair) => pair.id).filter((id: number) => !withheld.includes(String(names.get(id))))
  expect(kept.length).toBe(own.length - withheld.length)
  const { id } = await call('POST', '/api/v1/security/roles/', { name: `role of ${username}` })
  await call('POST', `/api/v1/security/roles/${id}/permissions`, { permission_view_menu_ids: kept })
  await call('POST', '/api/v1/security/users/', {
    username,
    first_name: username,
    last_name: 'Test',
    email: `${username}@example.com`,
    password: PASSWORD,
    active: true,
    roles: [id],
  })
}
