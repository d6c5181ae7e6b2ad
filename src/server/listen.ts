import type { FastifyInstance } from 'fastify'

/** The port cannot be used; the text is for the terminal. */
export class PortError extends Error {}

const TRIES = 20

/** Listens on the asked port, or on the next free one when none was asked for; gives the port. */
export async function listen(
  app: FastifyInstance,
  { host, port, isPortFixed }: { readonly host: string; readonly port: number; readonly isPortFixed: boolean },
): Promise<number> {
  for (let candidate = port; candidate < port + TRIES; candidate += 1) {
    try {
      await app.listen({ host, port: candidate })
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : candidate
    } catch (cause) {
      const { code } = cause as { code?: string }
      if (code === 'EADDRINUSE' && !isPortFixed) continue
      throw new PortError(textOf(code, host, candidate, cause), { cause })
    }
  }
  throw new PortError(`The ports ${port} to ${port + TRIES - 1} are taken. Choose one with --port.`)
}

function textOf(code: string | undefined, host: string, port: number, cause: unknown): string {
  if (code === 'EADDRINUSE') return `The port ${port} is taken. Choose another one with --port, or leave --port out.`
  if (code === 'EACCES') return `The port ${port} may not be used by this user. Choose one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `The host ${host} is not an address of this machine.`
  return `Listening on ${host}:${port} failed: ${cause instanceof Error ? cause.message : String(cause)}`
}
