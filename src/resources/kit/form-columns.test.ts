import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const columns = async (resource: string, key: string) => {
  const admin = await server.login()
  const { json } = await admin.send('GET', `/api/v1/${resource}/_info?q=(keys:!(${key}))`)
  return json[key].map(({ name, type, required }: { name: string; type: string; required: boolean }) =>
    [name, type, ...(required ? ['required'] : [])].join(' '),
  )
}

// Clients build the body of a new object from these names and leave out what they do not find.
it.each([
  [
    'dashboard',
    'add_columns',
    ['dashboard_title String', 'slug String', 'owners List', 'published Boolean', 'theme_id Integer', 'css String'],
  ],
  ['chart', 'add_columns', ['slice_name String required']],
  ['dataset', 'add_columns', ['database Integer required', 'table_name String required', 'owners List']],
  [
    'dataset',
    'edit_columns',
    ['columns List', 'metrics List', 'offset Integer', 'normalize_columns Boolean', 'currency_code_column String'],
  ],
  ['security/users', 'add_columns', ['username String required', 'active Boolean', 'roles List', 'groups List']],
  ['security/users', 'edit_columns', ['username String', 'password String']],
  ['security/roles', 'add_columns', ['name String required']],
])('tells which fields a %s has in %s', async (resource, key, wanted) =>
  expect(await columns(resource, key)).toEqual(expect.arrayContaining(wanted)),
)
