import type { Duplex } from 'node:stream'

/** What a frame between the web process and a worker carries. */
export const FRAME = { message: 0, columns: 1, rows: 2, progress: 3, done: 4, failed: 5, ready: 6 } as const
type FrameKind = (typeof FRAME)[keyof typeof FRAME]

export interface Frame {
  readonly kind: FrameKind
  readonly id: number
  /** The payload as it arrived: views of the received bytes. */
  readonly pieces: readonly Buffer[]
}

const HEADER_BYTES = 9
const COUNT_BYTES = 4

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

/** Cuts a byte stream into frames, without copying what they carry. */
export function frameReader(onFrame: (frame: Frame) => void): (data: Buffer) => void {
  const held: Buffer[] = []
  let bytes = 0
  let wanted = HEADER_BYTES
  let head: Omit<Frame, 'pieces'> | null = null
  return (data) => {
    held.push(data)
    bytes += data.byteLength
    while (bytes >= wanted) {
      const pieces = takeBytes(held, wanted)
      bytes -= wanted
      if (head === null) {
        const header = joined(pieces)
        head = { kind: header.readUInt8(4) as FrameKind, id: header.readUInt32LE(5) }
        wanted = header.readUInt32LE(0)
      } else {
        const frame = { ...head, pieces }
        head = null
        wanted = HEADER_BYTES
        onFrame(frame)
      }
    }
  }
}

/** What a frame carries, as JSON says. */
export const parsePayload = ({ pieces }: Frame): unknown => JSON.parse(joined(pieces).toString())

/** The rows of a frame and how many they are, which its first four bytes tell. */
export function rowsOf({ pieces }: Frame): { readonly count: number; readonly rows: readonly Buffer[] } {
  const rest = [...pieces]
  const count = joined(takeBytes(rest, COUNT_BYTES)).readUInt32LE(0)
  return { count, rows: rest }
}

/** Pieces as one, copied only where they are several. */
function joined(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces
  return pieces.length === 1 && only ? only : Buffer.concat(pieces)
}

/** Takes the first bytes away from the pieces. */
function takeBytes(pieces: Buffer[], count: number): Buffer[] {
  const taken: Buffer[] = []
  for (let left = count; left > 0; ) {
    const first = pieces.shift()
    if (first === undefined) break
    if (first.byteLength > left) pieces.unshift(first.subarray(left))
    taken.push(first.subarray(0, left))
    left -= Math.min(left, first.byteLength)
  }
  return taken
}
