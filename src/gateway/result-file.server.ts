import { type FileHandle, open } from 'node:fs/promises'

const READ_BYTES = 512 * 1024
const NO_MEMORY = Buffer.alloc(0)

/** Where the pieces of a stored result begin; a comma stands between two. */
interface Pieces {
  readonly bytesAt: readonly number[]
  readonly byteCount: number
}
type Ranges = Iterator<readonly [from: number, to: number], undefined>

/** All rows of a file, some pieces at once, the next ones on their way while somebody works on these. */
export async function* readPieces(file: string, pieces: Pieces): AsyncGenerator<Uint8Array, void> {
  const handle = await open(file, 'r')
  try {
    const ranges = readRanges(pieces)
    const free: Buffer[] = []
    let coming = readNext(handle, ranges, NO_MEMORY)
    for (let piece = await coming; piece !== null; piece = await coming) {
      coming = readNext(handle, ranges, free.pop() ?? NO_MEMORY)
      // A failure belongs to whoever waits for the piece.
      coming.catch(() => {})
      yield piece
      free.push(Buffer.from(piece.buffer))
    }
  } finally {
    await handle.close()
  }
}

/** Places of whole rows, without the comma after them. */
function* readRanges({ bytesAt, byteCount }: Pieces): Generator<readonly [from: number, to: number], undefined> {
  let from = bytesAt[0] ?? 0
  for (const [i, start] of bytesAt.entries()) {
    const end = bytesAt[i + 1] ?? byteCount
    if (end - from > READ_BYTES && start > from) {
      yield [from, start - 1]
      from = start
    }
  }
  yield [from, byteCount]
}

async function readNext(handle: FileHandle, ranges: Ranges, memory: Buffer): Promise<Buffer | null> {
  const { value } = ranges.next()
  return value === undefined ? null : readRange(handle, value[0], value[1], memory)
}

/** Reads a part of a file, into the memory given where that is large enough. */
export async function readRange(
  handle: FileHandle,
  from: number,
  to: number,
  memory: Buffer = NO_MEMORY,
): Promise<Buffer> {
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
