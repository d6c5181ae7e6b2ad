import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import { openWarehouse } from '../../engines/duckdb/warehouse.server.ts'
import { ensureWarehouseRecord } from '../../gateway/warehouse-record.server.ts'

let server: TestServer
let admin: TestClient
let analyst: TestClient
let id = 0

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'uploads-'))
  await writeOwnTable(dataDir)
  server = await startServer({ dataDir, env: { SIGHTLINE_UPLOAD_MB: '1' } })
  admin = await server.login()
  analyst = await server.user('analyst', ['Alpha', 'sql_lab'])
  id = (await ensureWarehouseRecord(server.server.services)).id
})
afterAll(async () => {
  await server.stop()
  await rm(server.dataDir, { recursive: true, force: true })
})

/** A table as the examples are: one that no user brought. */
async function writeOwnTable(dataDir: string) {
  const [dir, tempDir] = [join(dataDir, 'warehouse'), join(dataDir, 'tmp')]
  await mkdir(dir, { recursive: true })
  const path = join(dataDir, 'own.csv')
  await writeFile(path, 'a\n1\n')
  const warehouse = await openWarehouse({ dir, tempDir })
  await warehouse.writeTable('own', { kind: 'csv', path }, { sortBy: ['a'] })
  await warehouse.close()
}

// Every upload starts processes, which takes long where many tests run at once.
const SLOW = { timeout: 240_000 }

type Fields = Readonly<Record<string, string>>

async function post(client: TestClient, path: string, fields: Fields, name: string, content: string | Uint8Array) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set('file', new Blob([content as BlobPart]), name)
  const headers = { cookie: client.cookie, 'X-CSRFToken': client.csrf, referer: client.base }
  const answer = await fetch(`${client.base}/api/v1/database/${path}`, { method: 'POST', body: form, headers })
  const text = await answer.text()
  return { status: answer.status, text, json: JSON.parse(text) }
}
const upload = (table: string, name: string, content: string | Uint8Array, more: Fields = {}, client = admin) =>
  post(client, `${id}/upload/`, { type: 'csv', table_name: table, schema: 'main', ...more }, name, content)

async function rows(sql: string) {
  const answer = await admin.send('POST', '/api/v1/sqllab/execute/', { database_id: id, sql, runAsync: false })
  expect(answer.status, answer.text).toBe(200)
  return answer.json.data
}

const workbook = (sheet: string) => {
  const zip = new ZipFile()
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name)
  add('xl/workbook.xml', '<workbook><sheets><sheet name="One &amp; all" sheetId="1" r:id="r1"/></sheets></workbook>')
  add('xl/_rels/workbook.xml.rels', '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>')
  add('xl/styles.xml', '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>')
  add('xl/sharedStrings.xml', '<sst><si><t>city</t></si><si><r><t>Li</t></r><r><t>ma</t></r></si></sst>')
  add('xl/worksheets/s.xml', sheet)
  zip.end()
  return buffer(zip.outputStream)
}

describe('a file becomes a table', SLOW, () => {
  it('of CSV, with every value as it was written', async () => {
    const csv =
      'id,ID,zip,price,day,note\r\n9007199254740993,1e3,01234,1.10,2024-01-31,"a, ""b""\nc"\r\n2,2.5,00001,22.5,,\r\n'
    expect(await upload('exact', 'exact.csv', csv)).toMatchObject({ status: 201, json: { message: 'OK' } })
    const sql = 'select id::varchar as i, "ID_1" as d, zip, price::varchar as p, day::varchar as t, note from exact'
    expect(await rows(sql)).toEqual([
      { i: '9007199254740993', d: 1000, zip: '01234', p: '1.10', t: '2024-01-31', note: 'a, "b"\nc' },
      { i: '2', d: 2.5, zip: '00001', p: '22.50', t: null, note: null },
    ])
    const { json } = await admin.send('GET', '/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:exact)))')
    expect(json.result[0]).toMatchObject({ table_name: 'exact', schema: 'main' })
  })

  it('of text in other letters and with other marks between', async () => {
    expect((await upload('latin', 'l.csv', Buffer.from('name;n\nMüller;1\n', 'latin1'))).status).toBe(201)
    expect(await rows('select * from latin')).toEqual([{ name: 'Müller', n: 1 }])
    expect((await upload('wide', 'w.tsv', Buffer.from('\uFEFFname\tn\nÄ\t1\n', 'utf16le'))).status).toBe(201)
    expect(await rows('select * from wide')).toEqual([{ name: 'Ä', n: 1 }])
  })

  it('of JSON, as a list and as lines', async () => {
    expect((await upload('listed', 'a.json', '[{"n":12345678901234567890,"t":"007"},{"n":1}]')).status).toBe(201)
    expect(await rows('select n::varchar as n, t from listed')).toEqual([
      { n: '12345678901234567890', t: '007' },
      { n: '1', t: null },
    ])
    expect((await upload('lined', 'a.jsonl', '{"a":1}\n{"a":2}\n')).status).toBe(201)
    expect(await rows('select sum(a) as a from lined')).toEqual([{ a: 3 }])
  })

  it('of Parquet, whatever the name says', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'parquet-')), 'a.parquet')
    const connection = await (await DuckDBInstance.create()).connect()
    await connection.run(`copy (select 1::integer as a, date '2024-01-02' as d) to '${path}'`)
    connection.closeSync()
    expect((await upload('parq', 'a.csv', await readFile(path))).status).toBe(201)
    expect(await rows('select a, d::varchar as d from parq')).toEqual([{ a: 1, d: '2024-01-02' }])
  })

  it('of Excel, with dates and gaps', async () => {
    const sheet = `<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>when</t></is></c></row>
      <row><c r="A2" t="s"><v>1</v></c><c r="C2" s="1"><v>45292</v></c></row></sheetData></worksheet>`
    const file = await workbook(sheet)
    const named = await post(admin, 'upload_metadata/', { type: 'excel' }, 'b.xlsx', file)
    expect(named.json.result.items).toEqual([{ sheet_name: 'One & all', column_names: ['city', 'column_2', 'when'] }])
    expect((await upload('book', 'b.xlsx', file, { type: 'excel' })).status).toBe(201)
    expect(await rows('select city, "when"::varchar as w from book')).toEqual([{ city: 'Lima', w: '2024-01-01' }])
  })

  it('of thousands of columns, and of names alone', async () => {
    const names = Array.from({ length: 1_200 }, (_, i) => `c${i}`)
    expect((await upload('broad', 'b.csv', `${names}\n${names.map((_, i) => i)}\n`)).status).toBe(201)
    expect(await rows('select c1199 from broad')).toEqual([{ c1199: 1199 }])
    expect((await upload('bare', 'b.csv', 'a,b\n')).status).toBe(201)
    expect(await rows('select count(*) as n from bare')).toEqual([{ n: 0 }])
  })
})

describe('a table that is there', SLOW, () => {
  it('is kept, replaced or added to', async () => {
    expect((await upload('kept', 'a.csv', 'a,b\n1,x\n')).status).toBe(201)
    const again = await upload('kept', 'a.csv', 'a\n2\n')
    expect(again).toMatchObject({
      status: 422,
      json: { errors: [{ error_type: 'GENERIC_COMMAND_ERROR', level: 'warning' }] },
    })
    expect((await upload('kept', 'a.csv', 'b,a\ny,2\n', { already_exists: 'append' })).status).toBe(201)
    expect(await rows('select a, b from kept order by a')).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ])
    expect((await upload('kept', 'a.csv', 'a,other\nz,1\n', { already_exists: 'append' })).status).toBe(400)
    expect(await rows('select count(*) as n from kept')).toEqual([{ n: 2 }])
    expect((await upload('kept', 'a.csv', 'c\n9\n', { already_exists: 'replace' })).status).toBe(201)
    expect(await rows('select * from kept')).toEqual([{ c: 9 }])
  })

  it('is nobody else to replace or to remove', async () => {
    expect((await upload('mine', 'a.csv', 'a\n1\n')).status).toBe(201)
    expect((await upload('mine', 'a.csv', 'a\n2\n', { already_exists: 'replace' }, analyst)).status).toBe(403)
    expect((await analyst.send('DELETE', `/api/v1/database/${id}/upload/mine/`)).status).toBe(403)
    expect((await upload('theirs', 'a.csv', 'a\n1\n', {}, analyst)).status).toBe(201)
    expect((await analyst.send('DELETE', `/api/v1/database/${id}/upload/theirs/`)).status).toBe(200)
    expect((await admin.send('DELETE', `/api/v1/database/${id}/upload/theirs/`)).status).toBe(404)
  })
})

describe('tables that may be removed', SLOW, () => {
  const removable = async (client: TestClient) =>
    (await client.send('GET', `/api/v1/database/${id}/upload/`)).json.result.map(
      (one: { table_name: string }) => one.table_name,
    )

  it('are those of files, each named to its owner with its dataset, and to administrators', async () => {
    expect((await upload('Of analyst', 'a.csv', 'a\n1\n', {}, analyst)).status).toBe(201)
    expect((await upload('of_admin', 'a.csv', 'a\n1\n')).status).toBe(201)
    expect(await removable(admin)).toEqual(expect.arrayContaining(['Of analyst', 'of_admin']))
    const answer = await analyst.send('GET', `/api/v1/database/${id}/upload/`)
    expect(answer.json.result).toEqual([
      { schema: 'main', table_name: 'Of analyst', datasets: [{ id: expect.any(Number), table_name: 'Of analyst' }] },
    ])
    expect((await analyst.send('DELETE', `/api/v1/database/${id}/upload/of%20ANALYST/`)).status).toBe(200)
    expect(await removable(analyst)).toEqual([])
    const [{ datasets }] = answer.json.result
    expect((await admin.send('GET', `/api/v1/dataset/${datasets[0].id}`)).status).toBe(404)
  })

  it('are none of the product, whoever asks and whoever wrote into them', async () => {
    const message = 'Only tables that were made of a file can be removed.'
    for (const already_exists of [null, 'append', 'replace']) {
      if (already_exists) expect((await upload('own', 'a.csv', 'a\n2\n', { already_exists })).status).toBe(201)
      expect(await removable(admin)).not.toContain('own')
      const answer = await admin.send('DELETE', `/api/v1/database/${id}/upload/OWN/`)
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(message)])
    }
    expect(await rows('select a from own')).toEqual([{ a: 2 }])
  })

  it('are not those of somebody else with a second dataset of the own', async () => {
    expect((await upload('shared', 'a.csv', 'a\n1\n')).status).toBe(201)
    const made = await analyst.send('POST', '/api/v1/dataset/', { database: id, schema: null, table_name: 'shared' })
    expect(made.status, made.text).toBe(201)
    expect((await analyst.send('DELETE', `/api/v1/database/${id}/upload/shared/`)).status).toBe(403)
    expect(await removable(analyst)).not.toContain('shared')
  })
})

describe('an upload that is stopped', SLOW, () => {
  const uploads = () => readdir(join(server.dataDir, 'uploads'))
  const tables = async () => (await readdir(join(server.dataDir, 'warehouse', 'tables'))).length
  const found = async (table: string) => {
    const names = await admin.send('GET', `/api/v1/database/${id}/tables/?q=(schema_name:main,force:!t)`)
    return names.json.result.some((one: { value: string }) => one.value === table)
  }

  it('leaves no table and no file, while its bytes travel', async () => {
    const leaving = new AbortController()
    const part = (name: string, text: string) =>
      `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
    const head = `${part('type', 'csv')}${part('table_name', 'halved')}${part('schema', 'main')}`
    const file = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\n1\n'
    const body = new ReadableStream({ start: (sent) => sent.enqueue(new TextEncoder().encode(head + file)) })
    const headers = {
      ...{ cookie: admin.cookie, 'X-CSRFToken': admin.csrf, referer: admin.base },
      'content-type': 'multipart/form-data; boundary=cut',
    }
    const init = { method: 'POST', headers, body, signal: leaving.signal, duplex: 'half' } as RequestInit
    const answer = fetch(`${admin.base}/api/v1/database/${id}/upload/`, init).catch((error) => error.name)
    await expect.poll(uploads, { timeout: 30_000 }).toHaveLength(1)
    leaving.abort()
    expect(await answer).toBe('AbortError')
    await expect.poll(uploads, { timeout: 30_000 }).toEqual([])
    expect(await found('halved')).toBe(false)
  })

  it('leaves no table once all of it was sent and is being written', async () => {
    const leaving = new AbortController()
    const form = new FormData()
    for (const [key, value] of Object.entries({ type: 'csv', table_name: 'late', schema: 'main' })) form.set(key, value)
    form.set('file', new Blob([`a,b\n${'1,some words\n'.repeat(60_000)}`]), 'a.csv')
    const headers = { cookie: admin.cookie, 'X-CSRFToken': admin.csrf, referer: admin.base }
    const init = { method: 'POST', headers, body: form, signal: leaving.signal }
    const before = await tables()
    const answer = fetch(`${admin.base}/api/v1/database/${id}/upload/`, init).catch((error) => error.name)
    await expect.poll(tables, { timeout: 30_000, interval: 1 }).toBeGreaterThan(before)
    leaving.abort()
    expect(await answer).toBe('AbortError')
    await expect.poll(uploads, { timeout: 30_000 }).toEqual([])
    expect(await found('late')).toBe(false)
  })
})

describe('a file that is refused', SLOW, () => {
  it.each([
    ['ragged rows', 'a,b\n1,2\n3\n', {}, 400, 'Line 3 has 1 values where the first line has 2'],
    ['nothing', '', {}, 400, 'empty'],
    ['bytes that are no text', 'a\0b\u0001\n', {}, 400, 'no text'],
    ['broken JSON', '[{"a":', {}, 400, 'JSON'],
    [
      'a wrong choice of type',
      'a\nx1\n',
      { column_data_types: '{"a":"integer"}' },
      400,
      'are no integer, such as \\"x1\\"',
    ],
    ['a schema that takes no files', 'a\n1\n', { schema: 'other' }, 403, 'not allowed'],
    ['an unknown way', 'a\n1\n', { already_exists: 'merge' }, 400, 'Must be one of'],
    ['no name', 'a\n1\n', { table_name: ' ' }, 400, 'Length'],
    ['what is no workbook', 'PK\u0003\u0004 and then nothing', {}, 400, 'workbook'],
  ])('%s', async (name, content, fields, status, text) => {
    const answer = await upload(`no ${name}`, 'a.csv', content, fields as Fields)
    expect({ status: answer.status, text: answer.text }).toEqual({ status, text: expect.stringContaining(text) })
  })

  it('one that is too large, and leaves nothing behind', async () => {
    const answer = await upload('large', 'a.csv', `a\n${'1\n'.repeat(600_000)}`)
    expect(answer.status).toBe(413)
    expect(await readdir(join(server.dataDir, 'uploads'))).toEqual([])
  })

  it('one that grows, by a name that is a path', async () => {
    const bomb = await workbook(`<worksheet>${' '.repeat(60 * 1024 * 1024)}</worksheet>`)
    expect((await upload('bomb', '../../../etc/x.xlsx', bomb)).text).toContain('more than a file may')
  })
})
