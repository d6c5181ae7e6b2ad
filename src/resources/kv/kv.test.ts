import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startServer } from '../../../test/server.ts'

const DAY_MS = 86_400_000
const STORED = Date.parse('2026-03-01T12:00:00Z')

it('gives a value again for a week, and no longer', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-test-'))
  const at = async <T>(
    ms: number,
    ask: (server: Awaited<ReturnType<typeof startServer>>) => Promise<T>,
  ): Promise<T> => {
    const server = await startServer({ dataDir, env: { SIGHTLINE_NOW: new Date(ms).toISOString() } })
    try {
      return await ask(server)
    } finally {
      await server.stop()
    }
  }
  const id = await at(STORED, async (server) => {
    const { cookie, csrf } = await server.login()
    const headers = { cookie, 'x-csrftoken': csrf }
    const body = new URLSearchParams({ data: '{"sql":"select 1"}' })
    const answer = await fetch(`${server.base}/kv/store/`, { method: 'POST', headers, body })
    return ((await answer.json()) as { id: number }).id
  })
  const statusAfter = (days: number) =>
    at(STORED + days * DAY_MS, async (server) => (await (await server.login()).send('GET', `/kv/${id}/`)).status)
  expect(await statusAfter(6)).toBe(200)
  expect(await statusAfter(8)).toBe(404)
  await rm(dataDir, { recursive: true, force: true })
})
