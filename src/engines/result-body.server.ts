const OPEN = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from(']')

/** Gathers a whole result: records `[{"a":1},...]` or columns `[[1,...],...]`. */
export class ResultBody {
  readonly #isRecords: boolean
  readonly #parts: Uint8Array[] = [OPEN]
  #bytes = 0

  constructor(shape: 'records' | 'columns') {
    this.#isRecords = shape === 'records'
  }
  /** Bytes so far, without what stands between. */
  get byteLength(): number {
    return this.#bytes
  }
  /** Rows, or a piece of the columns, in pieces of any size. */
  add(...pieces: readonly Uint8Array[]) {
    if (this.#isRecords && this.#bytes > 0) this.#parts.push(COMMA)
    for (const piece of pieces) {
      this.#bytes += piece.byteLength
      this.#parts.push(piece)
    }
  }
  finish(): Uint8Array {
    return Buffer.concat([...this.#parts, CLOSE])
  }
}
