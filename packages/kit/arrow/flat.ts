/** A table of FlatBuffers, as far as Arrow's messages need one: values by the number of their field. */
export class FlatTable {
  readonly #view: DataView
  readonly #at: number
  readonly #offsets: number
  readonly #size: number

  constructor(view: DataView, at: number) {
    this.#view = view
    this.#at = at
    this.#offsets = at - view.getInt32(at, true)
    this.#size = view.getUint16(this.#offsets, true)
  }

  static root(view: DataView): FlatTable {
    return new FlatTable(view, view.getUint32(0, true))
  }

  int8(field: number): number {
    const at = this.#place(field)
    return at === null ? 0 : this.#view.getUint8(at)
  }
  int16(field: number, otherwise = 0): number {
    const at = this.#place(field)
    return at === null ? otherwise : this.#view.getInt16(at, true)
  }
  int32(field: number, otherwise = 0): number {
    const at = this.#place(field)
    return at === null ? otherwise : this.#view.getInt32(at, true)
  }
  int64(field: number): number {
    const at = this.#place(field)
    return at === null ? 0 : Number(this.#view.getBigInt64(at, true))
  }
  has(field: number): boolean {
    return this.#place(field) !== null
  }
  table(field: number): FlatTable | null {
    const at = this.#place(field)
    return at === null ? null : new FlatTable(this.#view, at + this.#view.getUint32(at, true))
  }
  text(field: number): string {
    const vector = this.#vector(field)
    if (!vector) return ''
    return Buffer.from(this.#view.buffer, this.#view.byteOffset + vector.at, vector.length).toString()
  }
  tables(field: number): readonly FlatTable[] {
    const vector = this.#vector(field)
    if (!vector) return []
    return Array.from({ length: vector.length }, (_, i) => {
      const at = vector.at + i * 4
      return new FlatTable(this.#view, at + this.#view.getUint32(at, true))
    })
  }
  /** Structs of two whole numbers of 64 bits. */
  pairs(field: number): readonly (readonly [number, number])[] {
    const vector = this.#vector(field)
    if (!vector) return []
    const int = (at: number) => Number(this.#view.getBigInt64(at, true))
    return Array.from({ length: vector.length }, (_, i) => [int(vector.at + i * 16), int(vector.at + i * 16 + 8)])
  }

  #place(field: number): number | null {
    const entry = 4 + field * 2
    const offset = entry < this.#size ? this.#view.getUint16(this.#offsets + entry, true) : 0
    return offset === 0 ? null : this.#at + offset
  }
  #vector(field: number): { readonly at: number; readonly length: number } | null {
    const place = this.#place(field)
    if (place === null) return null
    const at = place + this.#view.getUint32(place, true)
    return { at: at + 4, length: this.#view.getUint32(at, true) }
  }
}
