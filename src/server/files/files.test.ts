import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { ADMIN, startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import { readCommand } from '../settings.ts'
import { filesCommand } from './command.ts'

let server: TestServer
let admin: TestClient
let dir: string
let dashboardId: number

/** Runs a command line as the terminal would. */
const run = (verb: string, ...args: readonly string[]) => {
  const env = { SIGHTLINE_URL: server.base, SIGHTLINE_USER: ADMIN.username, SIGHTLINE_PASSWORD: ADMIN.password }
  return runAs(env, verb, ...args)
}
async function runAs(env: Record<string, string>, verb: string, ...args: readonly string[]) {
  const command = readCommand([verb, dir, ...args], env)
  if (command.kind !== 'files') throw new Error('not a command for files')
  const lines: string[] = []
  const code = await filesCommand(command, (more) => lines.push(...more))
  return { code, lines }
}

const make = async (path: string, body: Record<string, unknown>): Promise<number> =>
  (await admin.send('POST', path, body)).json.id
const title = async () => (await admin.send('GET', `/api/v1/dashboard/${dashboardId}`)).json.result.dashboard_title
const fileOf = async (folder: string) =>
  join(
    dir,
    folder,
    (await readdir(join(dir, folder), { recursive: true })).find((name) => name.endsWith('.yaml')) ?? '',
  )
async function edit(folder: string, from: string | RegExp, to: string) {
  const file = await fileOf(folder)
  const text = await readFile(file, 'utf8')
  expect(text).toMatch(from)
  await writeFile(file, text.replace(from, to))
}

beforeAll(async () => {
  const source = await duckdbFile("CREATE TABLE sales AS SELECT 'a' AS city, 1 AS pieces")
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  dir = await mkdtemp(join(tmpdir(), 'sightline-files-'))
  const database = await make('/api/v1/database/', {
    database_name: 'shop',
    sqlalchemy_uri: `duckdb:///${source.path}`,
  })
  const datasource_id = await make('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })
  const datasource = `${datasource_id}__table`
  const params = { viz_type: 'pie', datasource, groupby: ['city'], metric: 'count', legendOrientation: 'top' }
  const chartId = await make('/api/v1/chart/', {
    slice_name: 'By city',
    viz_type: 'pie',
    datasource_id,
    datasource_type: 'table',
    params: JSON.stringify(params),
  })
  dashboardId = await make('/api/v1/dashboard/', {
    dashboard_title: 'Sales',
    slug: 'sales',
    position_json: JSON.stringify({
      DASHBOARD_VERSION_KEY: 'v2',
      ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
      GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['CHART-1'], parents: ['ROOT_ID'] },
      'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId, width: 6, height: 50 } },
    }),
  })
})
afterAll(async () => {
  await server.stop()
  await rm(dir, { recursive: true, force: true })
})

it('takes a dashboard out, and an edited title in again', async () => {
  expect(await run('export', 'sales')).toMatchObject({ code: 0 })
  expect(await run('diff')).toEqual({ code: 0, lines: ['0 changed, 0 new, 4 the same'] })
  await edit('dashboards', 'dashboard_title: Sales', 'dashboard_title: Sales of the year')
  expect(await run('validate')).toMatchObject({ code: 0 })
  const shown = [
    `changed  dashboard "Sales of the year"  dashboards/Sales_${dashboardId}.yaml`,
    '           dashboard_title: "Sales" -> "Sales of the year"',
    '1 changed, 0 new, 3 the same',
  ]
  expect(await run('diff')).toEqual({ code: 1, lines: shown })
  expect(await run('apply', '--dry-run')).toEqual({ code: 0, lines: [...shown, 'Dry run: nothing was changed.'] })
  expect(await title()).toBe('Sales')
  expect(await run('apply')).toEqual({ code: 0, lines: [...shown, 'Applied.'] })
  expect(await title()).toBe('Sales of the year')
  expect((await run('diff')).code).toBe(0)
})

it('leaves a folder as it is that says what the server says', async () => {
  expect((await run('export')).lines).toEqual(['0 written, 6 as they were'])
})

it('brings datasets to their files as well', async () => {
  const expression = /expression: COUNT\(\*\)/i
  await edit('datasets', expression, 'expression: COUNT(*) + 1')
  const { lines } = await run('apply')
  expect(lines[1]).toContain('metrics.count.expression: "COUNT(*)" -> "COUNT(*) + 1"')
  expect((await run('diff')).code).toBe(0)
})

it('makes what the server lacks', async () => {
  await admin.send('DELETE', `/api/v1/dashboard/${dashboardId}`)
  const { code, lines } = await run('diff')
  expect([code, lines.at(-1)]).toEqual([1, '0 changed, 1 new, 3 the same'])
  expect((await run('apply')).code).toBe(0)
  const { result } = (await admin.send('GET', '/api/v1/dashboard/sales')).json
  dashboardId = result.id
  expect(result.dashboard_title).toBe('Sales of the year')
})

it('names settings that are not used, and what is invalid, without a server', async () => {
  const { lines } = await run('validate')
  expect(lines.join('\n')).toContain('legendOrientation = "top": The chart has no such setting.')
  await edit('charts', /^uuid: .*$/m, 'uuid: none')
  const broken = await run('validate', '--url', 'http://127.0.0.1:1')
  expect([broken.code, broken.lines.join()]).toEqual([1, expect.stringMatching(/^invalid {2}charts\/.*: uuid: /)])
  expect((await run('apply')).code).toBe(1)
  await writeFile(await fileOf('charts'), 'a: [')
  expect((await run('validate')).lines[0]).toMatch(/at line 1/)
})

it('says who could not be asked', async () => {
  await rm(dir, { recursive: true })
  expect(() => readCommand(['diff'], {})).toThrow('needs a folder')
  expect(() => readCommand(['diff', 'a', '--dry-run'], {})).toThrow('Only sightline apply')
  expect(await run('export', '--url', 'http://127.0.0.1:1')).toMatchObject({
    code: 2,
    lines: ['The server http://127.0.0.1:1 cannot be reached.'],
  })
  expect((await run('export', 'nothing')).lines).toEqual(['There is no dashboard nothing that this user sees.'])
})

it('comes by an API key, which changes no more than it is for', async () => {
  const made = { name: 'release', scopes: 'read' }
  const { key } = (await admin.send('POST', '/api/v1/security/api_keys/', made)).json.result
  const env = { SIGHTLINE_URL: server.base, SIGHTLINE_API_KEY: key }
  expect((await runAs(env, 'export')).code).toBe(0)
  expect(await runAs(env, 'apply')).toMatchObject({ code: 2, lines: ['This user may not do that on the server.'] })
  const whole = (await admin.send('POST', '/api/v1/security/api_keys/', { name: 'release' })).json.result.key
  expect((await runAs({ ...env, SIGHTLINE_API_KEY: whole }, 'apply')).code).toBe(0)
})
