import type { DuckDBVector } from '@duckdb/node-api'

/** The memory of a vector as typed arrays, without a value object per cell. */
export interface RawColumn {
  /** One bit per row, null when every row has a value. */
  readonly valid: Uint8Array | null
  /** What the vector holds, where that is numbers of up to 32 bits, or floats. */
  readonly numbers: ArrayLike<number>
  /** 64-bit integers as low and high 32 bits. */
  readonly halves: Int32Array
  /** The bytes of booleans, or the entries of texts. */
  readonly view: DataView
}

/** What a vector of the driver keeps, although its types do not say so. Checked before use. */
interface VectorInside {
  readonly items?: unknown
  readonly dataView?: unknown
  readonly validity?: { readonly data?: unknown; readonly offset?: unknown }
}

const NONE = { numbers: [], halves: new Int32Array(0), view: new DataView(new ArrayBuffer(0)) } as const

/** The inside of a vector, or null when the driver keeps it in another way than expected. */
export function rawColumn(vector: DuckDBVector): RawColumn | null {
  const inside = vector as unknown as VectorInside
  const valid = validBits(inside)
  if (valid === undefined) return null
  const { items, dataView } = inside
  if (dataView instanceof DataView) return { ...NONE, valid, view: dataView }
  if (items instanceof BigInt64Array) {
    return { ...NONE, valid, halves: new Int32Array(items.buffer, items.byteOffset, items.length * 2) }
  }
  const isNumbers = ArrayBuffer.isView(items) && !(items instanceof BigUint64Array) && !(items instanceof DataView)
  return isNumbers ? { ...NONE, valid, numbers: items as unknown as ArrayLike<number> } : null
}

function validBits(inside: VectorInside): Uint8Array | null | undefined {
  const { validity } = inside
  if (validity?.offset !== 0) return undefined
  const { data } = validity
  if (data === null) return null
  return data instanceof BigUint64Array ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : undefined
}
