import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut after a number of bytes. */
export interface CuttingProxy {
  readonly port: number
  /**
   * Cuts every connection once this many bytes have come from the server after it sent `marker`; null never cuts.
   * `seen` is set back to 0.
   */
  cutAfter(bytes: number | null): void
  /** Nothing more comes from the server while it is held, and no connection ends. */
  hold(isHeld: boolean): void
  /** Bytes that came from the server after the marker. */
  readonly seen: number
  stop(): Promise<void>
}

/** Passes bytes between clients and a server on loopback. The marker is a text that the server sends in a result. */
export async function startCuttingProxy(serverPort: number, marker: string): Promise<CuttingProxy> {
  let limit: number | null = null
  let seen = 0
  let isHeld = false
  const sockets = new Set<Socket>()
  const roomFor = (bytes: number) => {
    const room = Math.min(bytes, limit === null ? bytes : Math.max(0, limit - seen))
    seen += room
    return room
  }
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1')
    let isMarked = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          client.destroy()
          upstream.destroy()
        })
    }
    client.on('data', (data) => upstream.write(data))
    upstream.on('data', (data: Buffer) => {
      if (isHeld) return
      const at = isMarked ? 0 : data.indexOf(marker)
      isMarked ||= at >= 0
      const passed = data.subarray(0, isMarked ? roomFor(data.length - at) + at : data.length)
      client.write(passed)
      // What was written before goes out; then the connection ends in the middle.
      if (passed.length < data.length) client.end(() => upstream.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter: (bytes) => {
      limit = bytes
      seen = 0
    },
    hold: (held) => {
      isHeld = held
    },
    get seen() {
      return seen
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
