import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { ChartRows } from './chart-rows.ts'

const LENGTH_BYTES = 4
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

interface Packed {
  readonly rows: ChartRows
  /** When they were read. */
  readonly at: Date
}

/** Rows as compressed bytes: the length of what is known of them, that as JSON, and the rows as they are. */
export async function packRows({ rows: { body, ...known }, at }: Packed): Promise<Uint8Array> {
  const head = Buffer.from(JSON.stringify({ ...known, at: at.getTime() }))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(head.length)
  return compress(Buffer.concat([length, head, body]), OPTIONS)
}

export async function unpackRows(bytes: Uint8Array): Promise<Packed> {
  const plain = await decompress(bytes)
  const end = LENGTH_BYTES + plain.readUInt32LE()
  const { at, ...known } = JSON.parse(plain.toString('utf8', LENGTH_BYTES, end)) as Omit<ChartRows, 'body'> & {
    readonly at: number
  }
  return { rows: { ...known, body: plain.subarray(end) }, at: new Date(at) }
}
