import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agentOf } from '../../../test/agent.ts'
import { freePort } from '../../../test/free-port.ts'
import { ADMIN, startServer, type TestServer } from '../../../test/server.ts'
import { readCommand } from '../settings.ts'
import { mcpCommand } from './bridge.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await server.user('ada', ['Gamma'])
})
afterAll(() => server.stop())

const environment = () => ({ SIGHTLINE_URL: server.base, SIGHTLINE_USER: 'ada', SIGHTLINE_PASSWORD: ADMIN.password })

/** What the command writes for lines of input. */
async function answers(lines: readonly string[], env: Record<string, string> = environment()) {
  const command = readCommand(['mcp'], env)
  if (command.kind !== 'mcp') throw new Error('not the command')
  const input = new PassThrough()
  const output = new PassThrough()
  input.end(lines.map((line) => `${line}\n`).join(''))
  await mcpCommand(command, input, output)
  output.end()
  return (await output.toArray())
    .join('')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

it('is a server on standard input and output for the client of the protocol', async () => {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve(import.meta.dirname, '..', 'main.ts'), 'mcp'],
    env: { ...environment(), PATH: process.env['PATH'] ?? '' },
  })
  await client.connect(transport)
  const agent = agentOf(client)
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('create_chart')
  expect(await agent.use('list_datasets')).toEqual({ count: 0, datasets: [] })
  expect(await agent.use('get_chart', { chart_id: 1 })).toEqual({ refused: 'Not found' })
  await agent.close()
}, 60_000)

it('comes by an API key, and says why a key opens nothing', async () => {
  const ada = await server.login('ada')
  const { key, uuid } = (await ada.send('POST', '/api/v1/security/api_keys/', { name: 'agent', scopes: 'read' })).json
    .result
  const env = { SIGHTLINE_URL: server.base, SIGHTLINE_API_KEY: key }
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' })
  expect(await answers([ping], env)).toEqual([{ jsonrpc: '2.0', id: 7, result: {} }])
  await ada.send('DELETE', `/api/v1/security/api_keys/${uuid}`)
  expect(await answers([ping], env)).toMatchObject([{ id: 7, error: { message: 'Not authorized' } }])
})

it('answers every line that asks, in JSON, whatever it is', async () => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' })
  const replies = await answers([
    '{"jsonrpc',
    '',
    ping,
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  ])
  expect(replies).toHaveLength(2)
  expect(replies).toContainEqual({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } })
  expect(replies).toContainEqual({ jsonrpc: '2.0', id: 7, result: {} })
  const large = JSON.stringify({ jsonrpc: '2.0', id: 8, method: 'x'.repeat(3_000_000) })
  const [refused] = await answers([large])
  expect(refused).toEqual({
    jsonrpc: '2.0',
    id: 8,
    error: { code: -32_000, message: 'The request is larger than allowed' },
  })
})

it('says what is wrong with its use, the user and the server', async () => {
  expect(() => readCommand(['mcp'], {})).toThrow('SIGHTLINE_PASSWORD')
  expect(() => readCommand(['mcp', '--url', 'ftp://x'], environment())).toThrow('--url must be')
  expect(() => readCommand(['mcp', '--what'], environment())).toThrow('--what')
  await expect(answers([], { ...environment(), SIGHTLINE_PASSWORD: 'wrong' })).rejects.toThrow(
    'does not know this user',
  )
  await expect(answers([], { ...environment(), SIGHTLINE_URL: 'http://127.0.0.1:9' })).rejects.toThrow(
    'cannot be reached',
  )
})

it('asks for another token when the first has expired', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bridge-'))
  const args = ['--port', String(await freePort())]
  const at = (time: string) => startServer({ dataDir, args, env: { SIGHTLINE_NOW: `2026-01-01T${time}:00Z` } })
  const first = await at('10:00')
  const command = readCommand(['mcp'], { SIGHTLINE_URL: first.base, SIGHTLINE_PASSWORD: ADMIN.password })
  if (command.kind !== 'mcp') throw new Error('not the command')
  const input = new PassThrough()
  const output = new PassThrough()
  const lines = createInterface({ input: output })[Symbol.asyncIterator]()
  const ended = mcpCommand(command, input, output)
  const ask = async (id: number) => {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`)
    return JSON.parse((await lines.next()).value ?? '')
  }
  expect(await ask(1)).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  await first.stop()
  expect((await ask(2)).error.message).toContain('cannot be reached')
  const second = await at('11:00')
  const all = await Promise.all([ask(3), ask(4), ask(5)])
  expect(all.map(({ id, result }) => [id, result]).sort()).toEqual([
    [3, {}],
    [4, {}],
    [5, {}],
  ])
  input.end()
  await ended
  await second.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)
