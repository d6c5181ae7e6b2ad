import type { Duplex } from 'node:stream'

/** What a frame between the web process and a worker carries. */
export const FRAME = { message: 0, columns: 1, rows: 2, progress: 3, done: 4, failed: 5, ready: 6 } as const
export type FrameKind = (typeof FRAME)[keyof typeof FRAME]

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
    let all = parts.length === 1 ? data : Buffer.concat(parts, held)
    while (all.byteLength >= HEADER_BYTES) {
      const end = HEADER_BYTES + all.readUInt32LE(0)
      if (all.byteLength < end) break
      const kind = all.readUInt8(4) as FrameKind
      onFrame({ kind, id: all.readUInt32LE(5), payload: all.subarray(HEADER_BYTES, end) })
      all = all.subarray(end)
    }
    parts = all.byteLength > 0 ? [all] : []
    held = all.byteLength
    wanted = held >= HEADER_BYTES ? HEADER_BYTES + all.readUInt32LE(0) : HEADER_BYTES
  }
}
