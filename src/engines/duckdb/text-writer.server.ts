import { createRequire } from 'node:module'
import type { DuckDBVector } from '@duckdb/node-api'
import type { ByteText } from '../byte-text.server.ts'
import type { CellColumn } from '../cell-column.server.ts'
import type { RawColumn } from './raw-column.server.ts'

type ReadMemory = (holder: ArrayBufferLike, pointerAt: number, bytes: number) => Uint8Array

/** Bytes of one text in a vector: its length, then the text itself or, when it is long, where it lies. */
const ENTRY_BYTES = 16
const LENGTH_BYTES = 4
const INLINE_BYTES = 12
const POINTER_AT = 8
const TWO_32 = 4_294_967_296
/** Texts of a block lie one after the other, aligned; a gap this small never leaves the memory of its neighbours. */
const MAX_GAP = 8

const readMemory = memoryReader()

/** The driver's own way to follow a pointer; it is not among its exports. */
function memoryReader(): ReadMemory | null {
  const fromDriver = createRequire(createRequire(import.meta.url).resolve('@duckdb/node-api'))
  const bindings = fromDriver('@duckdb/node-bindings') as { readonly get_data_from_pointer?: ReadMemory }
  return typeof bindings.get_data_from_pointer === 'function' ? bindings.get_data_from_pointer : null
}

interface Run {
  readonly start: number
  readonly end: number
  readonly bytes: Buffer
}

/** Writes the texts of a vector as JSON. Neighbours are fetched together, and what several rows share only once. */
export function writeTexts(
  { vector, view, valid, rows }: RawColumn & { readonly vector: DuckDBVector; readonly rows: number },
  out: CellColumn,
) {
  const { text } = out
  const hasValue = (row: number) => valid === null || ((valid[row >> 3] as number) & (1 << (row & 7))) !== 0
  const long = longTexts(vector, view, hasValue)
  for (let row = 0; row < rows; row += 1) {
    const length = view.getUint32(row * ENTRY_BYTES, true)
    if (!hasValue(row)) text.ascii('null')
    else if (length <= INLINE_BYTES) text.jsonWords(view, row * ENTRY_BYTES + LENGTH_BYTES, length)
    else long(row, text)
    out.end(row)
  }
}

/** Writes texts that lie elsewhere. */
function longTexts(vector: DuckDBVector, view: DataView, hasValue: (row: number) => boolean) {
  const lengthOf = (row: number) => view.getUint32(row * ENTRY_BYTES, true)
  const addressOf = (row: number) => {
    const at = row * ENTRY_BYTES + POINTER_AT
    return view.getUint32(at, true) + view.getUint32(at + 4, true) * TWO_32
  }
  const known = new Map<number, Run>()
  let run: Run | null = null

  const runFrom = (row: number): Run | null => {
    if (!readMemory) return null
    const start = addressOf(row)
    let end = start + lengthOf(row)
    for (let next = row + 1; next < vector.itemCount; next++) {
      if (!hasValue(next) || lengthOf(next) <= INLINE_BYTES) continue
      const gap = addressOf(next) - end
      if (gap < 0 || gap >= MAX_GAP) break
      end += gap + lengthOf(next)
    }
    const memory = readMemory(view.buffer, view.byteOffset + row * ENTRY_BYTES + POINTER_AT, end - start)
    const found = { start, end, bytes: Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength) }
    known.set(start, found)
    return found
  }
  const holds = (held: Run | null | undefined, address: number, length: number): held is Run =>
    held !== null && held !== undefined && address >= held.start && address + length <= held.end

  return (row: number, out: ByteText) => {
    const length = lengthOf(row)
    const address = addressOf(row)
    if (!holds(run, address, length)) {
      const other = known.get(address)
      run = holds(other, address, length) ? other : runFrom(row)
    }
    if (run === null) return out.text(JSON.stringify(vector.getItem(row)))
    out.json(run.bytes, address - run.start, address - run.start + length)
  }
}
