import { crc32 } from 'node:zlib'

const READ_BYTES = 512 * 1024
const NO_MEMORY = Buffer.alloc(0)

/** Where the pieces of a stored result begin, a comma standing between two, and the CRC-32 of each. */
interface Pieces {
  readonly bytesAt: readonly number[]
  readonly byteCount: number
  readonly sums: readonly number[]
}
interface Range {
  readonly first: number
  readonly last: number
}

/** The rows of a stored result, in a file of this server or at another one. */
export interface RowBytes {
  read(memory: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>
  close(): Promise<void>
}

/** What lies on the disk is not what was written. */
export class DamagedResultError extends Error {
  constructor() {
    super('A stored result is damaged')
  }
}

/** The CRC-32 of bytes that are given in parts. */
export const sumOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => crc32(part, sum), 0)

/** All rows, some pieces at once, the next ones on their way while somebody works on these; closed at the end. */
export async function* readPieces(handle: RowBytes, pieces: Pieces): AsyncGenerator<Uint8Array, void> {
  try {
    const ranges = readRanges(pieces)
    const free: Buffer[] = []
    const next = async (memory: Buffer): Promise<Buffer | null> => {
      const { value } = ranges.next()
      return value === undefined ? null : readWhole(handle, pieces, value, memory)
    }
    let coming = next(NO_MEMORY)
    for (let piece = await coming; piece !== null; piece = await coming) {
      coming = next(free.pop() ?? NO_MEMORY)
      // A failure belongs to whoever waits for the piece.
      coming.catch(() => {})
      yield piece
      free.push(Buffer.from(piece.buffer))
    }
  } finally {
    await handle.close()
  }
}

/** Pieces that are read at once. */
function* readRanges(pieces: Pieces): Generator<Range, undefined> {
  let first = 0
  for (const [i, start] of pieces.bytesAt.entries()) {
    if (endOf(pieces, i) - (pieces.bytesAt[first] ?? 0) > READ_BYTES && start > (pieces.bytesAt[first] ?? 0)) {
      yield { first, last: i - 1 }
      first = i
    }
  }
  yield { first, last: pieces.bytesAt.length - 1 }
}

/** Where a piece ends, without the comma after it. */
const endOf = ({ bytesAt, byteCount }: Pieces, i: number) =>
  i + 1 < bytesAt.length ? (bytesAt[i + 1] ?? 1) - 1 : byteCount

/**
 * Reads pieces with the commas between them, into the memory given where that is large enough. Throws DamagedResultError
 * where they are not what was written.
 */
export async function readWhole(
  handle: RowBytes,
  pieces: Pieces,
  { first, last }: Range,
  memory: Buffer = NO_MEMORY,
): Promise<Buffer> {
  const from = pieces.bytesAt[first] ?? 0
  const bytes = await readRange(handle, from, endOf(pieces, last), memory)
  for (let i = first; i <= last; i += 1) {
    const piece = bytes.subarray((pieces.bytesAt[i] ?? 0) - from, endOf(pieces, i) - from)
    if (crc32(piece) !== pieces.sums[i]) throw new DamagedResultError()
    // A comma is all that stands between two pieces.
    if (i < last && bytes[endOf(pieces, i) - from] !== COMMA) throw new DamagedResultError()
  }
  return bytes
}

const COMMA = 0x2c

/** The text of an index file: JSON, and the CRC-32 of it. */
export function indexText(index: object): string {
  const json = JSON.stringify(index)
  return `${json}\n${crc32(json)}`
}

/** What `indexText` was given; null for a text that is not whole. */
export function readIndexText(text: string): unknown {
  const end = text.lastIndexOf('\n')
  const json = text.slice(0, end)
  return end > 0 && text.slice(end + 1) === String(crc32(json)) ? JSON.parse(json) : null
}

/** Reads a part of a file, into the memory given where that is large enough. */
async function readRange(handle: RowBytes, from: number, to: number, memory: Buffer): Promise<Buffer> {
  const size = to - from
  const buffer: Buffer = memory.length >= size ? memory.subarray(0, size) : Buffer.allocUnsafeSlow(size)
  let done = 0
  while (done < size) {
    const { bytesRead } = await handle.read(buffer, done, size - done, from + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return buffer.subarray(0, done)
}
