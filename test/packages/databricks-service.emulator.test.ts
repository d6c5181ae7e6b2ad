import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { arrowBatches } from '../../packages/kit/arrow/stream.ts'
import { databricksAddress } from '../../packages/sightline-engine-databricks/src/address.ts'
import { DatabricksClient } from '../../packages/sightline-engine-databricks/src/client.ts'
import { guardedSocket } from '../../src/engines/guarded-socket.server.ts'
import { startEmulator } from '../emulator.ts'
import { freePort } from '../free-port.ts'

// The interface of the service as others have made it; its SQL is that of another engine, so no statement is judged here.
const folder = mkdtempSync(join(tmpdir(), 'sightline-minilake-'))
let emulator: Awaited<ReturnType<typeof startEmulator>>
let client: DatabricksClient
const never = new AbortController().signal

beforeAll(async () => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  emulator = await startEmulator({
    label: 'minilake',
    command: process.env.SIGHTLINE_TEST_MINILAKE ?? 'minilake',
    args: ['--port', String(port)],
    env: { MINILAKE_DATA_DIR: folder, MINILAKE_NOTEBOOK: '' },
    isUp: async () => (await fetch(`${base}/api/2.0/sql/warehouses`)).ok,
  })
  const made = await fetch(`${base}/api/2.0/sql/warehouses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'test', cluster_size: '2X-Small' }),
  })
  const { id } = (await made.json()) as { id: string }
  const uri = `databricks://${encodeURIComponent(id)}:secret@127.0.0.1:${port}/main/default?protocol=http`
  client = new DatabricksClient(databricksAddress(uri), guardedSocket)
})
afterAll(async () => {
  client?.close()
  await emulator?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('gives rows in the answer, as texts', async () => {
  expect(await client.ask("select 1 as a, 'x' as b, null as c")).toEqual([{ a: '1', b: 'x', c: null }])
})

it('gives rows from files beside the answer, in parts', async () => {
  const sql = 'select range as n from range(250000) order by n'
  const done = await client.run({ sql, schema: null, isLarge: true, maxRows: null, signal: never })
  expect(done.columns.map(({ name }) => name)).toEqual(['n'])
  let count = 0
  for await (const { external_links: links = [] } of client.chunks(done, never))
    for (const link of links)
      for (const { length, columns } of arrowBatches(await client.file(link, never)))
        for (let row = 0; row < length; row += 1) expect(columns[0]?.at(row)).toBe(BigInt(count++))
  expect(count).toBe(250_000)
})

it('tells what went wrong with a statement', async () => {
  await expect(client.ask('selec 1')).rejects.toMatchObject({ message: expect.stringMatching(/selec/) })
})
