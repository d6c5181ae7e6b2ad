import { FlatTable } from './flat.ts'

/** Numbers of the kinds of values in Arrow's messages. */
export const KIND = {
  nothing: 1,
  int: 2,
  float: 3,
  binary: 4,
  text: 5,
  bool: 6,
  decimal: 7,
  date: 8,
  time: 9,
  timestamp: 10,
  interval: 11,
  list: 12,
  struct: 13,
  map: 17,
  duration: 18,
  largeBinary: 19,
  largeText: 20,
  largeList: 21,
} as const
const SCHEMA = 1
const RECORDS = 3
const NEXT = 0xffffffff
/** How finely a timestamp counts, as digits below a second. */
const UNIT_DIGITS = [0, 3, 6, 9]

/** A value as the bytes hold it: whole numbers of every length, the parts of a struct by their names, lists of values. */
export type ArrowValue = bigint | number | boolean | string | Buffer | ArrowStruct | readonly (ArrowValue | null)[]
interface ArrowStruct {
  readonly [name: string]: ArrowValue | null
}

/** What a column or a part of one holds. */
export interface ArrowField {
  readonly name: string
  readonly kind: number
  /** Bits of a number. */
  readonly size: number
  /** Digits below the point of a decimal, below a second of a timestamp. */
  readonly scale: number
  readonly children: readonly ArrowField[]
}

/** A column of a batch: `at` gives the value of a row. */
export interface ArrowColumn {
  readonly field: ArrowField
  at(row: number): ArrowValue | null
}

export interface ArrowBatch {
  readonly length: number
  readonly columns: readonly ArrowColumn[]
}

/** Reads a stream of record batches. Throws for what is none, and for kinds of values that no answer has. */
export function* arrowBatches(bytes: Buffer): Generator<ArrowBatch> {
  let fields: readonly ArrowField[] = []
  for (const { kind, header, body } of messages(bytes)) {
    if (kind === SCHEMA) fields = header.tables(1).map(fieldOf)
    if (kind === RECORDS) yield batchOf(header, fields, body)
  }
}

function* messages(bytes: Buffer) {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const isMarked = bytes.readUInt32LE(at) === NEXT
    const size = bytes.readUInt32LE(isMarked ? at + 4 : at)
    if (size === 0) return
    const start = at + (isMarked ? 8 : 4)
    const message = FlatTable.root(viewOf(bytes.subarray(start, start + size)))
    const end = start + size + message.int64(3)
    const header = message.table(2)
    if (header) yield { kind: message.int8(1), header, body: bytes.subarray(start + size, end) }
    at = end
  }
}

const viewOf = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function fieldOf(table: FlatTable): ArrowField {
  const kind = table.int8(2)
  const type = table.table(3)
  const digits =
    kind === KIND.timestamp
      ? (UNIT_DIGITS[type?.int16(0) ?? 0] ?? 0)
      : kind === KIND.duration
        ? (UNIT_DIGITS[type?.int16(0, 1) ?? 1] ?? 0)
        : 0
  return {
    name: table.text(0),
    kind,
    size: type ? sizeOf(kind, type) : 0,
    scale: kind === KIND.decimal ? (type?.int32(1) ?? 0) : digits,
    children: table.tables(5).map(fieldOf),
  }
}

function sizeOf(kind: number, type: FlatTable): number {
  switch (kind) {
    case KIND.int:
      return type.int32(0)
    case KIND.float:
      return [16, 32, 64][type.int16(0)] ?? 64
    case KIND.decimal:
      return type.int32(2, 128)
    case KIND.date:
      return type.int16(0, 1) === 0 ? 32 : 64
    case KIND.time:
      return type.int32(1, 32)
    default:
      return 64
  }
}

function batchOf(records: FlatTable, fields: readonly ArrowField[], body: Buffer): ArrowBatch {
  if (records.has(3)) throw new Error('The service packs its answers in a way that is not known.')
  const reader = new Columns(body, records.pairs(2))
  return { length: records.int64(0), columns: fields.map((field) => reader.next(field)) }
}

type Cell = (row: number) => ArrowValue

/** Takes the buffers of a batch in their order. */
class Columns {
  readonly #body: Buffer
  readonly #places: readonly (readonly [number, number])[]
  #at = 0

  constructor(body: Buffer, places: readonly (readonly [number, number])[]) {
    this.#body = body
    this.#places = places
  }

  next(field: ArrowField): ArrowColumn {
    if (field.kind === KIND.nothing) return { field, at: () => null }
    const valid = this.#buffer()
    const value = this.#cells(field)
    const isValid = (row: number) => valid.length === 0 || ((valid[row >> 3] ?? 0) >> (row & 7)) & 1
    return { field, at: (row) => (isValid(row) ? value(row) : null) }
  }

  #buffer(): Buffer {
    const [offset, length] = this.#places[this.#at++] ?? [0, 0]
    return this.#body.subarray(offset, offset + length)
  }

  #cells(field: ArrowField): Cell {
    switch (field.kind) {
      case KIND.struct:
        return this.#struct(field.children)
      case KIND.list:
      case KIND.map:
      case KIND.largeList:
        return this.#list(field)
      case KIND.text:
      case KIND.binary:
      case KIND.largeText:
      case KIND.largeBinary:
        return this.#bytes(field.kind)
      case KIND.bool: {
        const bits = this.#buffer()
        return (row) => (((bits[row >> 3] ?? 0) >> (row & 7)) & 1) === 1
      }
      case KIND.float:
        return floats(this.#buffer(), field.size)
      case KIND.decimal:
        return decimals(this.#buffer(), field.size / 8)
      case KIND.int:
      case KIND.date:
      case KIND.time:
      case KIND.timestamp:
      case KIND.duration:
        return integers(this.#buffer(), field.size)
      default:
        throw new Error(`The service sends values of a kind that is not known (${field.kind}).`)
    }
  }

  #struct(children: readonly ArrowField[]): Cell {
    const parts = children.map((child) => this.next(child))
    return (row) => Object.fromEntries(parts.map((part) => [part.field.name, part.at(row)]))
  }

  #list({ kind, children: [child] }: ArrowField): Cell {
    const ends = this.#buffer()
    const end = (i: number) => (kind === KIND.largeList ? Number(ends.readBigInt64LE(i * 8)) : ends.readInt32LE(i * 4))
    if (!child) return () => []
    const inner = this.next(child)
    return (row) => Array.from({ length: end(row + 1) - end(row) }, (_, i) => inner.at(end(row) + i))
  }

  #bytes(kind: number): Cell {
    const ends = this.#buffer()
    const data = this.#buffer()
    const isLarge = kind === KIND.largeText || kind === KIND.largeBinary
    const end = (i: number) => (isLarge ? Number(ends.readBigInt64LE(i * 8)) : ends.readInt32LE(i * 4))
    const slice = (row: number) => data.subarray(end(row), end(row + 1))
    const isText = kind === KIND.text || kind === KIND.largeText
    return isText ? (row) => slice(row).toString() : slice
  }
}

function floats(data: Buffer, bits: number): Cell {
  if (bits === 16) throw new Error('The service sends numbers of a kind that is not known.')
  return bits === 32 ? (row) => data.readFloatLE(row * 4) : (row) => data.readDoubleLE(row * 8)
}

function integers(data: Buffer, bits: number): Cell {
  switch (bits) {
    case 8:
      return (row) => BigInt(data.readInt8(row))
    case 16:
      return (row) => BigInt(data.readInt16LE(row * 2))
    case 32:
      return (row) => BigInt(data.readInt32LE(row * 4))
    default:
      return (row) => data.readBigInt64LE(row * 8)
  }
}

/** Whole numbers of many bytes, the lowest first, the highest with the sign. */
const decimals =
  (data: Buffer, size: number): Cell =>
  (row) => {
    let value = data.readBigInt64LE(row * size + size - 8)
    for (let part = size / 8 - 2; part >= 0; part -= 1)
      value = (value << 64n) | data.readBigUInt64LE(row * size + part * 8)
    return value
  }
