import { createServer as plainServer, type RequestListener } from 'node:http'
import { createServer as safeServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selfSignedCertificate } from '../../test/certificate.ts'
import { SSH_PASSWORD, SSH_USER, startSshServer, type TestSshServer } from '../../test/ssh-server.ts'
import { bodyText, httpClient, httpConnectionProblem } from './http-client.server.ts'
import { SshTunnel } from './ssh-tunnel.server.ts'

const answer: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end(`${request.method} ${request.url}`))
}
const servers = { http: plainServer(answer), https: safeServer(selfSignedCertificate(), answer) }
let ssh: TestSshServer
beforeAll(async () => {
  for (const server of Object.values(servers))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ssh = await startSshServer({ password: SSH_PASSWORD, hosts: { 'db.far': '127.0.0.1' } })
})
afterAll(async () => {
  for (const server of Object.values(servers)) server.close()
  await ssh.stop()
})

function client(kind: 'http' | 'https', isVerified = false) {
  const server = { host: '127.0.0.1', port: ssh.port, user: SSH_USER, password: SSH_PASSWORD }
  const keyless = { privateKey: null, privateKeyPassword: null }
  const way = new SshTunnel({ server: { ...server, ...keyless }, expectedKey: async () => ssh.fingerprint })
  const { port } = servers[kind].address() as AddressInfo
  const address = { host: 'db.far', port, user: 'ann', password: '', database: '', connectTimeoutMs: 5_000 }
  const made = httpClient({ ...address, isEncrypted: kind === 'https', isVerified }, way)
  const send = async (path: string) => {
    const signal = AbortSignal.timeout(10_000)
    const request = { method: 'POST', path, headers: {}, body: 'x'.repeat(200_000), isRepeatable: false } as const
    return bodyText(await made.send({ ...request, signal }))
  }
  const close = () => {
    made.close()
    way.close()
  }
  return { address, send, close }
}

it.each(['http', 'https'] as const)('%s goes through a tunnel, on connections that are kept', async (kind) => {
  const { send, close } = client(kind)
  const before = ssh.channels.length
  for (const path of ['/a', '/b', '/c']) expect(await send(path)).toBe(`POST ${path}`)
  expect(ssh.channels.slice(before)).toHaveLength(1)
  expect(await Promise.all(['/d', '/e'].map(send))).toEqual(['POST /d', 'POST /e'])
  close()
})

it('a certificate that nobody trusts is refused through a tunnel too', async () => {
  const { address, send, close } = client('https', true)
  const cause = await send('/').catch((error: unknown) => error)
  const problem = httpConnectionProblem(cause, address, 'ClickHouse')
  expect(problem?.detail.type).toBe('CONNECTION_ACCESS_DENIED_ERROR')
  close()
})
