import { connect } from 'node:net'
import { createServer } from 'node:tls'
import { selfSignedCertificate } from './certificate.ts'

/** What ends TLS in front of a server that speaks in the clear, as an installation often has it. */
export interface TlsFront {
  readonly port: number
  stop(): Promise<void>
}

/** Listens on loopback with a certificate that nobody trusts, and passes on to a port. */
export async function startTlsFront(behind: number): Promise<TlsFront> {
  const open = new Set<{ destroy(): void }>()
  const server = createServer(selfSignedCertificate(), (socket) => {
    const inner = connect(behind, '127.0.0.1')
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: () =>
      new Promise((done) => {
        for (const one of open) one.destroy()
        server.close(() => done())
      }),
  }
}
