import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { requestOf, textOf } from '../conformance.ts'
import { openWarehouse } from './warehouse.server.ts'

const root = mkdtempSync(join(tmpdir(), 'warehouse-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const place = (name: string) => ({ dir: join(root, name), tempDir: join(root, `${name}-temp`) })
const numbers = (count: number) => ({ kind: 'query', sql: `SELECT range AS n FROM range(${count})` }) as const
const never = new AbortController().signal

describe('the warehouse', () => {
  it('writes rows, files and queries as tables, and serves them after it was opened again', async () => {
    const at = place('basic')
    const first = await openWarehouse(at)
    await first.writeTable(
      'people',
      {
        kind: 'rows',
        rows: [
          { id: 2, name: 'é' },
          { id: 1, name: null },
        ],
      },
      { sortBy: ['id'] },
    )
    const csv = join(root, 'cities.csv')
    writeFileSync(csv, 'city,since\nLima,1535-01-18\n')
    await first.writeTable('cities', { kind: 'csv', path: csv })
    expect(await textOf(first.driver, { sql: 'select * from people' })).toBe(
      '[{"id":1,"name":null},{"id":2,"name":"é"}]',
    )
    await first.close()
    const second = await openWarehouse(at)
    expect(second.list().map(({ name, rows, version }) => [name, rows, version])).toEqual([
      ['cities', 1, 2],
      ['people', 2, 1],
    ])
    expect(await textOf(second.driver, { sql: 'select since from cities' })).toBe('[{"since":"1535-01-18"}]')
    expect((await second.driver.table(null, 'main', 'CITIES'))?.columns.map((column) => column.type)).toEqual([
      'VARCHAR',
      'DATE',
    ])
    await second.close()
  })

  it('swaps a table at once: readers see the old or the new one whole, and its version changes', async () => {
    const warehouse = await openWarehouse(place('swap'))
    await warehouse.writeTable('t', numbers(10))
    const versionOf = () => warehouse.driver.version([{ catalog: null, schema: null, name: 't' }])
    const before = await versionOf()
    const seen = new Set<string>()
    let isOver = false
    const reading = (async () => {
      while (!isOver) seen.add(await textOf(warehouse.driver, { sql: 'select count(*) as n from t' }))
    })()
    await warehouse.writeTable('t', numbers(20))
    await warehouse.writeTable('t', numbers(30))
    isOver = true
    await reading
    expect([...seen].every((body) => /^\[\{"n":(10|20|30)\}\]$/.test(body))).toBe(true)
    expect(await textOf(warehouse.driver, { sql: 'select count(*) as n from t' })).toBe('[{"n":30}]')
    expect(await versionOf()).not.toBe(before)
    expect(await warehouse.dropTable('T')).toBe(true)
    expect(await warehouse.dropTable('t')).toBe(false)
    await expect(textOf(warehouse.driver, { sql: 'select * from t' })).rejects.toMatchObject({
      detail: { type: 'TABLE_DOES_NOT_EXIST_ERROR' },
    })
    await warehouse.close()
  })

  it('takes any name for a table, and knows it as soon as it is there', async () => {
    const warehouse = await openWarehouse(place('names'))
    const names = ['sales.2024', 'a "quoted" name', '/etc/passwd', 'ÄÖ 😀', 'select', 'duckdb_tables']
    for (const name of names) {
      const sql = `select n from "${name.replaceAll('"', '""')}"`
      await expect(textOf(warehouse.driver, { sql })).rejects.toMatchObject({ status: 400 })
      await warehouse.writeTable(name, numbers(1))
      expect(await textOf(warehouse.driver, { sql })).toBe('[{"n":0}]')
    }
    expect((await warehouse.driver.tables(null, 'main')).map((table) => table.name).sort()).toEqual([...names].sort())
    await warehouse.close()
  })

  it('keeps the table when writing fails', async () => {
    const warehouse = await openWarehouse(place('failing'))
    await warehouse.writeTable('t', numbers(10))
    await expect(warehouse.writeTable('t', { kind: 'parquet', path: '/nothing/here.parquet' })).rejects.toThrow(
      /No files found|IO Error/,
    )
    await expect(warehouse.writeTable('', numbers(1))).rejects.toMatchObject({ status: 400 })
    expect(await textOf(warehouse.driver, { sql: 'select count(*) as n from t' })).toBe('[{"n":10}]')
    await warehouse.close()
    expect(readdirSync(join(root, 'failing', 'tables'))).toHaveLength(1)
  })

  it('loses nothing to a kill at any moment', async () => {
    const at = place('killed')
    const program = `
      import { openWarehouse } from ${JSON.stringify(fileURLToPath(new URL('./warehouse.server.ts', import.meta.url)))}
      const warehouse = await openWarehouse(${JSON.stringify(at)})
      for (let i = 1; ; i++) {
        await warehouse.writeTable('t', { kind: 'query', sql: 'SELECT ' + i + ' AS n FROM range(' + i * 1000 + ')' })
        console.log(warehouse.version('t') + ' ' + i)
      }
    `
    const script = join(root, 'writer.ts')
    writeFileSync(script, program)
    for (const afterMs of [0, 7, 23]) {
      const acknowledged = await killAfter(script, 2, afterMs)
      const warehouse = await openWarehouse(at)
      const [table] = warehouse.list()
      expect(table?.version).toBeGreaterThanOrEqual(acknowledged)
      const body = await textOf(warehouse.driver, { sql: 'select count(*) as rows, min(n) * 1000 as wanted from t' })
      const [{ rows, wanted }] = JSON.parse(body) as [{ rows: number; wanted: number }]
      expect(rows).toBe(wanted)
      await warehouse.close()
    }
  })

  it('goes back to the manifest before a damaged one and says so; without one it says what to do', async () => {
    const at = place('damaged')
    const first = await openWarehouse(at)
    await first.writeTable('kept', numbers(10))
    await first.writeTable('kept', numbers(20))
    const lastVersion = first.version() ?? 0
    await first.close()
    writeFileSync(join(at.dir, 'manifest.json'), '{"format": 1, "tab')
    const second = await openWarehouse(at)
    expect(second.recoveredFrom).toContain('manifest.json')
    expect(await textOf(second.driver, { sql: 'select count(*) as n from kept' })).toBe('[{"n":10}]')
    expect(second.version()).toBeGreaterThan(lastVersion)
    await second.close()
    writeFileSync(join(at.dir, 'manifest.json'), '[]')
    writeFileSync(join(at.dir, 'manifest.previous.json'), '')
    await expect(openWarehouse(at)).rejects.toThrow(/manifest\.json is damaged.*Restore/)
  })

  it('is held by one process; a holder that is gone does not count', async () => {
    const at = place('held')
    const first = await openWarehouse(at)
    await expect(openWarehouse(at)).rejects.toThrow(`in use by process ${process.pid}`)
    await first.close()
    writeFileSync(join(at.dir, 'lock'), JSON.stringify({ pid: process.pid, startedAt: '1' }))
    const second = await openWarehouse(at)
    await second.close()
  })

  it('lets no statement see its files or its workings', async () => {
    const warehouse = await openWarehouse(place('hidden'))
    await warehouse.writeTable('t', numbers(10))
    const path = join(root, 'hidden', 'tables', readdirSync(join(root, 'hidden', 'tables'))[0] ?? '')
    for (const sql of [
      `select * from read_blob('${path}')`,
      `select * from '${path}'`,
      'select * from sightline_1.main.data',
    ]) {
      await expect(warehouse.driver.run({ ...requestOf({ sql }), shape: 'records' })).rejects.toMatchObject({
        status: 400,
      })
    }
    expect((await warehouse.driver.judge('select * from t', never)).tables).toEqual([
      { catalog: null, schema: null, name: 't' },
    ])
    await warehouse.close()
    expect(readFileSync(path).toString('latin1', 8, 12)).toBe('DUCK')
  })
})

/** Runs the writer until it has written so many tables and a little longer; gives the last version it told of. */
async function killAfter(script: string, tables: number, afterMs: number): Promise<number> {
  const writer = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const versions: number[] = []
  await new Promise<void>((resolve) => {
    writer.stdout.on('data', (data: Buffer) => {
      for (const line of data.toString().trim().split('\n')) versions.push(Number.parseInt(line, 10))
      if (versions.length >= tables) resolve()
    })
  })
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  writer.kill('SIGKILL')
  await new Promise((resolve) => writer.once('close', resolve))
  return versions.at(-1) ?? 0
}
