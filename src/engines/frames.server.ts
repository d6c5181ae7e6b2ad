import type { Duplex } from 'node:stream'

/** What a frame between the web process and a worker carries. */
export const FRAME = { message: 0, columns: 1, rows: 2, progress: 3, done: 4, failed: 5, ready: 6 } as const
type FrameKind = (typeof FRAME)[keyof typeof FRAME]

export interface Frame {
  readonly kind: FrameKind
  readonly id: number
  readonly payload: Buffer
}

const HEADER_BYTES = 9

/** Writes one frame: length, kind, request id, payload. Gives false when the other side is slow. */
export function writeFrame(stream: Duplex, kind: FrameKind, id: number, ...payload: readonly Uint8Array[]): boolean {
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  header.writeUInt32LE(
    payload.reduce((sum, part) => sum + part.byteLength, 0),
    0,
  )
  header.writeUInt8(kind, 4)
  header.writeUInt32LE(id, 5)
  stream.cork()
  let isFlowing = stream.write(header)
  for (const part of payload) isFlowing = stream.write(part)
  stream.uncork()
  return isFlowing
}

/** Writes a frame whose payload is JSON. */
export function writeJsonFrame(stream: Duplex, kind: FrameKind, id: number, value: unknown): boolean {
  return writeFrame(stream, kind, id, Buffer.from(JSON.stringify(value)))
}

/** Cuts a byte stream into frames. Payloads are views of the received bytes, joined only when they span reads. */
export function frameReader(onFrame: (frame: Frame) => void): (data: Buffer) => void {
  let parts: Buffer[] = []
  let held = 0
  let wanted = HEADER_BYTES
  return (data) => {
    parts.push(data)
    held += data.byteLength
    if (held < wanted) return
    const rest = takeFrames(parts.length === 1 ? data : Buffer.concat(parts, held), onFrame)
    parts = rest.byteLength > 0 ? [rest] : []
    held = rest.byteLength
    wanted = frameBytes(rest) ?? HEADER_BYTES
  }
}

/** Gives out the whole frames and returns what is left. */
function takeFrames(data: Buffer, onFrame: (frame: Frame) => void): Buffer {
  let rest = data
  for (let end = frameBytes(rest); end !== null && end <= rest.byteLength; end = frameBytes(rest)) {
    const kind = rest.readUInt8(4) as FrameKind
    onFrame({ kind, id: rest.readUInt32LE(5), payload: rest.subarray(HEADER_BYTES, end) })
    rest = rest.subarray(end)
  }
  return rest
}

/** Length of the frame at the beginning; null while its header is incomplete. */
const frameBytes = (data: Buffer) => (data.byteLength < HEADER_BYTES ? null : HEADER_BYTES + data.readUInt32LE(0))
