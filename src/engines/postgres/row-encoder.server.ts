import type { ResultColumn } from '../driver.ts'
import type { Reading } from '../network-driver.server.ts'
import { RowBuilder } from '../row-builder.server.ts'
import { ResultTooLarge } from '../row-emitter.ts'
import { type ByteCell, byteCell } from './byte-cells.server.ts'

/** A column as the server describes it: its type by number, and the modifier of that. */
export interface Field {
  readonly name: string
  readonly type: number
  readonly modifier: number
}

const HEADER_BYTES = 5
const COUNT_BYTES = 2
const LENGTH_BYTES = 4
/** After a field's name: its table, place, type, size, modifier and format. */
const TYPE_AT = 6
const MODIFIER_AT = 12
const FIELD_BYTES = 18
const NULL_LENGTH = -1

/** Reads a message that describes rows. */
export function fieldsOf(message: Buffer): readonly Field[] {
  const fields: Field[] = []
  let at = HEADER_BYTES + COUNT_BYTES
  for (let left = message.readUInt16BE(HEADER_BYTES); left > 0; left -= 1) {
    const end = message.indexOf(0, at)
    const name = message.toString('utf8', at, end)
    at = end + 1
    fields.push({ name, type: message.readUInt32BE(at + TYPE_AT), modifier: message.readInt32BE(at + MODIFIER_AT) })
    at += FIELD_BYTES
  }
  return fields
}

const int32 = (bytes: Buffer, at: number) =>
  ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)

/** Writes rows as JSON from the messages that bring them. */
export class RowEncoder {
  readonly columns: readonly ResultColumn[]
  readonly #cells: readonly ByteCell[]
  readonly #builder: RowBuilder
  readonly #hasValue: boolean[]
  readonly #maxBytes: number | null
  readonly #isByColumn: boolean
  #taken = 0

  constructor(columns: readonly ResultColumn[], types: readonly string[], reading: Reading) {
    this.columns = columns
    this.#cells = types.map((type) => byteCell(type, reading.cells))
    this.#builder = new RowBuilder(
      reading.shape,
      columns.map(({ name }) => name),
    )
    this.#hasValue = columns.map(() => false)
    this.#maxBytes = reading.maxCharacters
    this.#isByColumn = reading.shape === 'columns'
  }

  get length(): number {
    return this.#builder.length
  }
  /** Adds the row of a message that begins at `from`. */
  add(bytes: Buffer, from: number) {
    const cells = this.#cells
    const builder = this.#builder
    let at = from + HEADER_BYTES + COUNT_BYTES
    builder.begin()
    for (let column = 0; column < cells.length; column += 1) {
      const length = int32(bytes, at)
      at += LENGTH_BYTES
      const out = builder.cell(column)
      if (length === NULL_LENGTH) out.ascii('null')
      else {
        this.#hasValue[column] = true
        cells[column]?.(bytes, at, at + length, out)
        at += length
      }
    }
    builder.end()
  }
  /** Throws `ResultTooLarge` when the rows became more than may be asked for at once. */
  checkSize() {
    if (this.#maxBytes !== null && this.#taken + this.#builder.length > this.#maxBytes) throw new ResultTooLarge()
  }
  /** The rows written since the last time; null where columns are gathered to the end. */
  take(): Buffer | null {
    if (this.#isByColumn) return null
    this.#taken += this.#builder.length
    return this.#builder.take()
  }
  /** The rows taken last are needed no more. */
  reuse() {
    this.#builder.reuse()
  }
  finish(): readonly Buffer[] {
    return this.#builder.finish()
  }
  /** The columns, with what is known of them after the last row. */
  described(): readonly ResultColumn[] {
    return this.columns.map((column, i) => ({ ...column, isEmpty: !this.#hasValue[i] }))
  }
}
