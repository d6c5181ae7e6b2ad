import { DuckDBTypeId, type DuckDBVector } from '@duckdb/node-api'
import type { ByteText } from '../byte-text.server.ts'
import { textWriter } from './text-writer.server.ts'

/** The memory of a vector as typed arrays, without a value object per cell. */
export interface RawColumn {
  /** One bit per row, null when every row has a value. */
  readonly valid: Uint8Array | null
  readonly numbers: ArrayLike<number>
  /** 64-bit integers as low and high 32 bits. */
  readonly halves: Int32Array
  /** Writes a text as JSON. */
  text(row: number, out: ByteText): void
  /** Through the driver's own value, for what typed arrays cannot hold. */
  cell(row: number): string
}

/** What a vector of the driver keeps, although its types do not say so. Checked before use. */
interface VectorInside {
  readonly items?: unknown
  readonly dataView?: unknown
  readonly validity?: { readonly data?: unknown; readonly offset?: unknown }
}

const NO_HALVES = new Int32Array(0)

/** The inside of a vector, or null when the driver keeps it in another way than expected. */
export function rawColumn(vector: DuckDBVector, id: DuckDBTypeId, cell: (row: number) => string): RawColumn | null {
  const inside = vector as unknown as VectorInside
  const valid = validBits(inside)
  if (valid === undefined) return null
  const { items, dataView } = inside
  const text = (row: number, out: ByteText) => out.text(cell(row))
  if (dataView instanceof DataView) {
    const isText = id === DuckDBTypeId.VARCHAR
    const numbers = isText ? [] : new Uint8Array(dataView.buffer, dataView.byteOffset, dataView.byteLength)
    return { valid, numbers, halves: NO_HALVES, text: isText ? textWriter(vector, dataView, valid) : text, cell }
  }
  if (items instanceof BigInt64Array) {
    return { valid, numbers: [], halves: new Int32Array(items.buffer, items.byteOffset, items.length * 2), text, cell }
  }
  const isNumbers = ArrayBuffer.isView(items) && !(items instanceof BigUint64Array) && !(items instanceof DataView)
  return isNumbers ? { valid, numbers: items as unknown as ArrayLike<number>, halves: NO_HALVES, text, cell } : null
}

function validBits(inside: VectorInside): Uint8Array | null | undefined {
  const { validity } = inside
  if (validity?.offset !== 0) return undefined
  const { data } = validity
  if (data === null) return null
  return data instanceof BigUint64Array ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : undefined
}
