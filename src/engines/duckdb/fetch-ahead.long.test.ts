import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestOf, textOf } from '../conformance.ts'
import { openDuckdbFile } from './driver.server.ts'

const dir = mkdtempSync(join(tmpdir(), 'duckdb-ahead-'))
const file = join(dir, 'data.duckdb')
/** Gives three chunks at once, and looks for the fourth until it is stopped. */
const SELDOM = 'select i from range(1000000000000) t(i) where i < 130000 or i = -1'

beforeAll(async () => {
  const instance = await DuckDBInstance.create(file)
  instance.closeSync()
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const workers = () => readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')

it('ends what is fetched ahead when the rows at hand are the last ones wanted, and keeps its worker', async () => {
  const driver = await openDuckdbFile({ path: file })
  const stop = new AbortController()
  const outcome = (onRows: () => Promise<void>) =>
    driver
      .stream({ ...requestOf({ sql: SELDOM, maxRows: null, signal: stop.signal }), onColumns: () => {}, onRows })
      .catch((error: Error) => error.message)
  const refused = outcome(() => Promise.reject(new Error('reader is gone')))
  expect(await refused).toBe('reader is gone')
  const before = workers()
  const stopped = outcome(async () => stop.abort(new Error('enough')))
  expect(await stopped).toBe('enough')
  expect(await textOf(driver, { sql: 'select 1 as a' })).toBe('[{"a":1}]')
  expect(before.filter((pid) => !workers().includes(pid))).toEqual([])
  await driver.close()
})

it('asks for no chunk beyond the row that tells of a cut', async () => {
  const driver = await openDuckdbFile({ path: file })
  const done = await driver.stream({
    ...requestOf({ sql: `${SELDOM} limit 20000`, maxRows: 4_200 }),
    onColumns: () => {},
    onRows: () => {},
  })
  expect([done.rowCount, done.isCut]).toEqual([4_200, true])
  await driver.close()
})
