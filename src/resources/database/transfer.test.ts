import { afterAll, beforeAll, expect, it } from 'vitest'
import { archive, exported, imported } from '../../../test/archive.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

type Content = Record<string, unknown>
let server: TestServer
let admin: TestClient
let files: Map<string, Content>

const FILE = 'databases/Far_shop.yaml'

interface Report {
  readonly objects: readonly { kind: string; name: string; outcome: string; exists: boolean; changes: unknown }[]
  readonly secrets: unknown
  readonly problems: readonly { file: string; message: string }[]
}

async function inspected(contents: ReadonlyMap<string, Content>, fields: Content = {}): Promise<Report> {
  const form = new FormData()
  form.set('formData', new Blob([new Uint8Array(await archive(contents))]), 'archive.zip')
  for (const [name, value] of Object.entries(fields)) form.set(name, JSON.stringify(value))
  const answer = await fetch(`${admin.base}/api/v1/database/import/inspect/`, {
    method: 'POST',
    headers: { cookie: admin.cookie, 'x-csrftoken': admin.csrf },
    body: form,
  })
  return ((await answer.json()) as { result: Report }).result
}

/** The files with other values in that of the connection. */
const changed = (values: Content) =>
  new Map([...files].map(([name, content]) => [name, name.endsWith(FILE) ? { ...content, ...values } : content]))

const elsewhere = () => changed({ uuid: crypto.randomUUID(), database_name: 'Brought along' })

beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
  const { json } = await admin.send('POST', '/api/v1/database/', {
    database_name: 'Far shop',
    sqlalchemy_uri: 'postgresql://clerk:secret@127.0.0.1:1/shop',
    configuration_method: 'sqlalchemy_form',
  })
  files = (await exported(admin, 'database', json.id)).files
})
afterAll(() => server.stop())

it('asks for the password of a connection that is made, and makes nothing of it yet', async () => {
  const asked = await inspected(elsewhere())
  expect(asked).toMatchObject({
    objects: [],
    secrets: [{ file: FILE, database: 'Brought along', field: 'passwords' }],
  })
  const { objects, secrets } = await inspected(elsewhere(), { passwords: { [FILE]: 'secret' } })
  expect({ objects, secrets }).toMatchObject({
    objects: [{ kind: 'database', name: 'Brought along', outcome: 'created', exists: false }],
    secrets: [],
  })
  expect((await admin.send('GET', '/api/v1/database/')).json.count).toBe(1)
})

it('says what of a connection an import would write over, as the import then does', async () => {
  expect((await inspected(files)).objects).toMatchObject([{ outcome: 'unchanged', exists: true }])
  const renamed = changed({ database_name: 'Near shop' })
  expect((await inspected(renamed)).objects).toMatchObject([
    {
      outcome: 'overwritten',
      exists: true,
      changes: [{ path: ['database_name'], before: 'Far shop', after: 'Near shop' }],
    },
  ])
  const zip = await archive(renamed)
  expect(await imported(admin, 'database', zip)).toMatchObject({ status: 422 })
  expect(await imported(admin, 'database', zip, { overwrite: 'true' })).toMatchObject({ status: 200 })
  const { json } = await admin.send('GET', '/api/v1/database/')
  expect(json.result.map(({ database_name }: { database_name: string }) => database_name)).toEqual(['Near shop'])
})

it('says why a connection would be refused', async () => {
  const taken = changed({ uuid: crypto.randomUUID(), database_name: 'Near shop', sqlalchemy_uri: 'nothing://there/x' })
  const { problems } = await inspected(taken)
  expect(problems).toEqual([{ file: FILE, message: 'This release does not have the engine of the database.' }])
})
