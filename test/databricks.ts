import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulator } from './emulator.ts'
import { freePort } from './free-port.ts'

const BRIDGE = join(import.meta.dirname, '..', 'tools', 'engines', 'packages', 'spark_statements.py')
const TOKEN = 'dapi-test'

/** What stands for Databricks: Spark behind the addresses of the statement interface. */
export interface TestDatabricks {
  /** Address of the schema `shop`. */
  readonly url: string
  run(statement: string): Promise<void>
  stop(): Promise<void>
}

export async function startDatabricks(): Promise<TestDatabricks> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-spark-'))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}/api/2.0/sql/statements`
  const spark = await startEmulator({
    label: 'Spark',
    command: process.env.SIGHTLINE_TEST_SPARK ?? 'python3',
    args: [BRIDGE, String(port), folder],
    isUp: async () => (await fetch(`${base}/none`)).status === 403,
  })
  const run = async (statement: string) => {
    const answer = await fetch(base, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ statement, warehouse_id: 'w1', wait_timeout: '50s' }),
    })
    const { status } = (await answer.json()) as { status?: { state: string; error?: { message: string } } }
    if (status?.state !== 'SUCCEEDED') throw new Error(`${statement}: ${status?.error?.message ?? answer.status}`)
  }
  await run('create schema shop')
  return {
    url: `databricks://w1:${TOKEN}@127.0.0.1:${port}/spark_catalog/shop?protocol=http`,
    run,
    stop: async () => {
      await spark.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
