import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { limitConnections } from './crowd.ts'

/** What came on a connection until it rested or ended. */
const ask = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(String(data)))
    socket.once('close', () => resolve('closed'))
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  })

it('serves half of the files, tells a quarter that they are too many, takes no more, and recovers', async () => {
  const server = createServer((request, response) => {
    if (!crowd.refuses(request, response)) response.end('served')
  })
  const crowd = limitConnections(server, 16)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  const said: string[] = []
  for (let i = 0; i < 14; i += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    // The one that is told so is let go, so only those that say nothing take the rest of the room.
    if (i < 8 || i > 11) said.push((await ask(socket)).replaceAll(/\r\n[\s\S]*\r\n\r\n/g, ' '))
    else await new Promise((resolve) => socket.once('connect', resolve))
  }
  expect(said).toEqual([...Array(8).fill('HTTP/1.1 200 OK served'), 'closed', 'closed'])
  const told = await ask(sockets[8] as Socket)
  expect(told).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 1\r\n[\s\S]*connection: close[\s\S]*too many connections/)
  for (const socket of sockets) socket.destroy()
  const next = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    const answer = await ask(socket)
    socket.destroy()
    return answer
  }
  await expect.poll(next).toContain('served')
  server.close()
})
