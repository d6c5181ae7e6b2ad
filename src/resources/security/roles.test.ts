import { afterAll, expect, test } from 'vitest'
import { startServer } from '../../../test/server.ts'

const server = await startServer()
afterAll(() => server.stop())
const admin = await server.login()

const newRole = (name: string) => admin.send('POST', '/api/v1/security/roles/', { name })

test('a role named admin in any letters has every permission', async () => {
  expect((await newRole('ADMIN')).status).toBe(201)
  const client = await server.user('capitals', ['ADMIN'])
  for (const path of ['/api/v1/security/users/', '/api/v1/rowlevelsecurity/', '/api/v1/report/'])
    expect([path, (await client.send('GET', path)).status]).toEqual([path, 200])
  expect((await client.send('POST', '/api/v1/security/roles/', { name: 'aDmIn' })).status).toBe(201)
})

test('a name is taken once in the same letters', async () => {
  expect((await newRole('Sellers')).status).toBe(201)
  expect((await newRole('Sellers')).json).toEqual({ message: { name: ['Already exists.'] } })
  expect((await newRole('SELLERS')).status).toBe(201)
})

test('only who has every permission names a role admin', async () => {
  const { id } = (await newRole('Managers')).json
  const pairs = (await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')).json.result as {
    id: number
    permission: { name: string }
    view_menu: { name: string }
  }[]
  const ids = pairs.filter(({ view_menu }) => view_menu.name === 'Role').map((pair) => pair.id)
  await admin.send('POST', `/api/v1/security/roles/${id}/permissions`, { permission_view_menu_ids: ids })
  const manager = await server.user('manager', ['Managers'])
  const made = await manager.send('POST', '/api/v1/security/roles/', { name: 'Buyers' })
  expect(made.status).toBe(201)
  expect((await manager.send('POST', '/api/v1/security/roles/', { name: 'admiN' })).status).toBe(403)
  const renamed = await manager.send('PUT', `/api/v1/security/roles/${made.json.id}`, { name: 'admiN' })
  expect(renamed.status).toBe(403)
})
