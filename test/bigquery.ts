import { join } from 'node:path'
import { type Emulator, startEmulator } from './emulator.ts'
import { freePort } from './free-port.ts'

const FRONT = join(import.meta.dirname, '..', 'tools', 'engines', 'packages', 'bigquery-front.mjs')

/** What stands for BigQuery: an emulator, behind the analyser that Google has published. */
export interface TestBigquery {
  /** Address of the dataset `shop`. */
  readonly url: string
  readonly project: string
  run(query: string): Promise<void>
  stop(): Promise<void>
}

export async function startBigquery(): Promise<TestBigquery> {
  const project = 'shop-project'
  const { SIGHTLINE_TEST_CRUCIBLE: crucible = 'crucible', SIGHTLINE_TEST_ZETASQL: zetasql = '' } = process.env
  const isUp = (at: string) => async () => (await fetch(`${at}/bigquery/v2/projects/${project}/datasets`)).ok
  const started: Emulator[] = []
  const inner = await freePort()
  const emulator = `http://127.0.0.1:${inner}`
  const args = ['serve', '--dialect', 'bigquery', '--port', String(inner)]
  started.push(await startEmulator({ label: 'crucible', command: crucible, args, isUp: isUp(emulator) }))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const front = { label: 'the analyser', command: process.execPath, args: [FRONT, String(port), emulator, zetasql] }
  started.push(await startEmulator({ ...front, isUp: isUp(base) }))
  const ask = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`${base}/bigquery/v2/projects/${project}/${path}`, request)
    if (!answer.ok) throw new Error(await answer.text())
  }
  await ask('datasets', { datasetReference: { projectId: project, datasetId: 'shop' } })
  return {
    ...{ project, url: `bigquery://127.0.0.1:${port}/${project}/shop?protocol=http` },
    run: (query) => ask('queries', { query, useLegacySql: false }),
    stop: async () => {
      for (const one of started.toReversed()) await one.stop()
    },
  }
}
