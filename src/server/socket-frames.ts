/** Frames of the WebSocket protocol (RFC 6455): texts from the server, control frames from the client. */

const TEXT = 0x81
const PONG = 0x8a
const PING = 0x89
const CLOSE = 0x88
/** A client has nothing to say but control frames. */
const MOST_CLIENT_BYTES = 1024

/** A whole text as one frame of a server, which is not masked. */
export const textFrame = (text: string) => frame(TEXT, Buffer.from(text))
export const pingFrame = () => frame(PING, Buffer.alloc(0))
export const pongFrame = (payload: Uint8Array) => frame(PONG, payload)
export const closeFrame = (code: number) => frame(CLOSE, Buffer.from([code >> 8, code & 0xff]))

function frame(head: number, payload: Uint8Array): Buffer {
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.from([head, length]), payload])
  const long = Buffer.alloc(length < 65_536 ? 4 : 10)
  long[0] = head
  if (length < 65_536) {
    long[1] = 126
    long.writeUInt16BE(length, 2)
  } else {
    long[1] = 127
    long.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([long, payload])
}

export interface ClientFrame {
  readonly kind: 'close' | 'ping' | 'other'
  readonly payload: Uint8Array
}

/** Reads frames of a client from bytes that come in pieces; null when the client breaks the protocol. */
export function clientFrames(): (bytes: Uint8Array) => readonly ClientFrame[] | null {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const frames: ClientFrame[] = []
    for (let next = readFrame(rest); next !== 'more'; next = readFrame(rest)) {
      if (next === 'broken') return null
      frames.push(next.frame)
      rest = rest.subarray(next.size)
    }
    return frames
  }
}

function readFrame(bytes: Buffer): { readonly frame: ClientFrame; readonly size: number } | 'more' | 'broken' {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return 'more'
  const isMasked = (second & 0x80) !== 0
  const short = second & 0x7f
  if (!isMasked || short === 127) return 'broken'
  const at = short === 126 ? 4 : 2
  if (bytes.length < at) return 'more'
  const length = short === 126 ? bytes.readUInt16BE(2) : short
  if (length > MOST_CLIENT_BYTES) return 'broken'
  const size = at + 4 + length
  if (bytes.length < size) return 'more'
  const mask = bytes.subarray(at, at + 4)
  const payload = bytes.subarray(at + 4, size).map((byte, i) => byte ^ (mask[i % 4] ?? 0))
  return { frame: { kind: kindOf(first & 0x0f), payload }, size }
}

function kindOf(code: number): ClientFrame['kind'] {
  if (code === 0x8) return 'close'
  return code === 0x9 ? 'ping' : 'other'
}
