import { afterAll, expect, it } from 'vitest'
import { archive, imported } from '../../../test/archive.ts'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer } from '../../../test/server.ts'
import { toYaml } from '../../gateway/yaml-file.ts'
import { zipOf } from '../../gateway/zip.server.ts'

type Content = Record<string, unknown>
type Kind = Parameters<typeof imported>[1]

const source = await duckdbFile("CREATE TABLE older AS SELECT 'a' AS city")
const server = await startServer({ args: ['--sources', source.dir] })
afterAll(() => server.stop())
const admin = await server.login()

const version = '1.0.0'
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const metadata = (type: string) => ({ version, type, timestamp: '2026-01-01T00:00:00+00:00' })
const database = (n: number, more: Content = {}) => ({
  database_name: `server ${n}`,
  sqlalchemy_uri: 'postgresql://bob:XXXXXXXXXX@db.example/shop',
  uuid: uuid(n),
  version,
  ...more,
})

/** Sends the files of an archive, by their path below its folder; gives the status and the words by file. */
async function sent(kind: Kind, files: Readonly<Record<string, Content>>) {
  const zip = await archive(new Map(Object.entries(files).map(([name, content]) => [`archive/${name}`, content])))
  const { status, json } = await imported(admin, kind, zip, { overwrite: 'true' })
  const { issue_codes, request_id, ...extra } = json.errors?.[0]?.extra ?? {}
  return { status, message: String(json.errors?.[0]?.message ?? json.message), extra }
}

it('asks at once for every secret that the connections of an archive need', async () => {
  const tunnel = { server_address: 'jump.example', server_port: 22, username: 'u' }
  const masked = { ...tunnel, private_key: 'XXXXXXXXXX', private_key_password: 'XXXXXXXXXX' }
  const files = {
    'databases/one.yaml': database(1),
    'databases/two.yaml': database(2, { ssh_tunnel: masked }),
  }
  const refused = {
    'databases/one.yaml': { _schema: ['Must provide a password for the database'] },
    'databases/two.yaml': {
      _schema: [
        'Must provide a password for the database',
        'Must provide a private key for the ssh tunnel',
        'Must provide a private key password for the ssh tunnel',
      ],
    },
  }
  const alone = await sent('database', { 'metadata.yaml': metadata('Database'), ...files })
  expect(alone).toMatchObject({ status: 422, extra: refused })
  expect(alone.message).toMatch(/^Error importing database: /)
  const below = await sent('dataset', { 'metadata.yaml': metadata('SqlaTable'), ...files })
  expect(below).toMatchObject({ status: 422, extra: refused })
  expect(below.message).toMatch(/^Error importing dataset: /)
})

it.each([
  ['database', { type: 'Slice', version }, { type: ['Must be equal to Database.'] }],
  ['saved_query', { type: 'Slice', version }, { type: ['Must be equal to SavedQuery.'] }],
  ['chart', { type: 'Slice', version: '1.1.0' }, { version: ['Must be equal to 1.0.0.'] }],
] as const)('an import of %s takes no archive of another kind or version', async (kind, head, words) => {
  expect(await sent(kind, { 'metadata.yaml': head })).toMatchObject({ status: 422, extra: { 'metadata.yaml': words } })
})

it('takes datasets of older servers, whose files say less', async () => {
  const columns = [{ column_name: 'city' }]
  const metrics = [{ metric_name: 'count', expression: 'COUNT(*)' }]
  const dataset = { table_name: 'older', uuid: uuid(8), database_uuid: uuid(9), version, columns, metrics }
  const files = { 'metadata.yaml': metadata('SqlaTable'), 'datasets/a/older.yaml': dataset }
  const there = database(9, { sqlalchemy_uri: `duckdb:///${source.path}` })
  expect(await sent('dataset', { ...files, 'databases/a.yaml': there })).toMatchObject({ status: 200 })
})

it('names what is wrong with a part of an object below the object', async () => {
  const dataset = {
    table_name: 't',
    uuid: uuid(3),
    database_uuid: 'no',
    version,
    extra: ['x'],
    columns: [{ type: 'INT' }],
  }
  const files = { 'metadata.yaml': metadata('SqlaTable'), 'datasets/a/t.yaml': dataset }
  expect((await sent('dataset', files)).extra).toEqual({
    'datasets/a/t.yaml': {
      database_uuid: ['Not a valid UUID.'],
      extra: ['Not a valid mapping type.'],
      columns: { 0: { column_name: ['Missing data for required field.'] } },
    },
  })
})

it('refuses a chart whose question is no JSON, and a saved query without its text', async () => {
  const chart = { slice_name: 'c', viz_type: 'table', params: {}, uuid: uuid(4), dataset_uuid: uuid(5), version }
  const charts = { 'metadata.yaml': metadata('Slice'), 'charts/c.yaml': { ...chart, query_context: 'select' } }
  expect((await sent('chart', charts)).extra).toEqual({ 'charts/c.yaml': { query_context: ['JSON not valid'] } })
  const query = { 'metadata.yaml': metadata('SavedQuery'), 'queries/q.yaml': { label: 'q', uuid: uuid(6), version } }
  expect((await sent('saved_query', query)).extra).toEqual({
    'queries/q.yaml': {
      sql: ['Missing data for required field.'],
      database_uuid: ['Missing data for required field.'],
    },
  })
})

it('brings the tags of an archive along with what they are for, and passes over files of others', async () => {
  const board = { dashboard_title: 'b', uuid: uuid(7), position: {}, metadata: {}, tags: ['quarterly'], version }
  const files = {
    'metadata.yaml': metadata('Dashboard'),
    'dashboards/b.yaml': board,
    'tags.yaml': { tags: [{ tag_name: 'quarterly', description: 'four times a year' }] },
  }
  const texts = Object.entries(files).map(([name, content]) => ({ name: `a/${name}`, content: toYaml(content) }))
  const zip = await zipOf([...texts, { name: 'a/ci/pipeline.yaml', content: 'steps: [1,' }], new Date(0))
  expect(await imported(admin, 'dashboard', zip)).toMatchObject({ status: 200 })
  const { result } = (await admin.send('GET', '/api/v1/tag/')).json
  expect(result).toContainEqual(expect.objectContaining({ name: 'quarterly', description: 'four times a year' }))
})
