import { Client } from './client.mjs'
import { ADMIN } from './product.mjs'

/** Users with a role by its name, each signed in with a connection of its own. */
export async function signInUsers(admin, base, count, roleName = 'Admin') {
  const roles = (await admin.json('GET', '/api/v1/security/roles/?q=(page_size:100)')).result
  const role = roles.find(({ name }) => name === roleName).id
  const clients = []
  for (let i = 0; i < count; i += 1) {
    const username = `user${i}-${Date.now()}`
    await admin.json('POST', '/api/v1/security/users/', {
      username,
      first_name: 'Some',
      last_name: 'User',
      email: `${username}@example.com`,
      password: ADMIN.password,
      active: true,
      roles: [role],
    })
    clients.push(await new Client(base).login(username, ADMIN.password))
  }
  return clients
}
