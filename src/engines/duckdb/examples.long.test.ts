import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { textOf } from '../conformance.ts'
import { EXAMPLE_TABLES, loadExamples } from './examples.server.ts'
import { openWarehouse } from './warehouse.server.ts'

const dir = mkdtempSync(join(tmpdir(), 'examples-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

it('loads every example table once, and again on another day those whose dates end today', async () => {
  const tool = fileURLToPath(new URL('../../../tools/examples.mjs', import.meta.url))
  const files = join(dir, 'files')
  execFileSync(process.execPath, [tool, files], { stdio: 'ignore' })
  const warehouse = await openWarehouse({ dir: join(dir, 'warehouse'), tempDir: join(dir, 'temp') })
  const steps: string[] = []
  const now = new Date('2026-03-04T15:00:00Z')
  const written = await loadExamples(warehouse, files, now, (done, all, table) => steps.push(`${done}/${all} ${table}`))
  expect([...written].sort()).toEqual([...EXAMPLE_TABLES].sort())
  expect(steps.at(-1)).toBe(`${EXAMPLE_TABLES.length}/${EXAMPLE_TABLES.length} `)
  expect(await loadExamples(warehouse, files, now)).toEqual([])

  const rows = new Map(warehouse.list().map((table) => [table.name, table.rows]))
  expect(rows.get('flights')).toBe(300_000)
  const generated = ['customers', 'orders', 'web_events'].reduce((sum, name) => sum + (rows.get(name) ?? 0), 0)
  expect(Math.abs(generated - 200_000)).toBeLessThan(3_000)

  const lastDay =
    "select max(ordered_at)::date as day, count(*) filter (ordered_at > '2026-02-25') > 500 as busy from orders"
  expect(await textOf(warehouse.driver, { sql: lastDay })).toBe('[{"day":"2026-03-04","busy":true}]')
  const later = new Date('2026-03-09T08:00:00Z')
  expect(await loadExamples(warehouse, files, later)).toEqual(['customers', 'orders', 'web_events'])
  const future = `select count(*) as n from web_events where occurred_at > timestamp '2026-03-09 08:00:00'`
  expect(await textOf(warehouse.driver, { sql: future })).toBe('[{"n":0}]')
  await warehouse.close()
}, 120_000)
