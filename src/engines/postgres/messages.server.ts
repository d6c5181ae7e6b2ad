/** A kind of one byte, then the length of all but the kind. */
const HEADER_BYTES = 5

/** Cuts what a server sends into its messages. */
export class Messages {
  /** The message that `next` found: its kind, and the place of all of it in `bytes`. */
  kind = 0
  from = 0
  to = 0
  bytes: Buffer = Buffer.alloc(0)
  readonly #later: Buffer[] = []
  #laterBytes = 0

  push(data: Buffer) {
    if (this.to === this.bytes.length && this.#later.length === 0) {
      this.bytes = data
      this.from = 0
      this.to = 0
      return
    }
    this.#later.push(data)
    this.#laterBytes += data.length
  }

  /** Goes to the next message; false where not all of it has arrived. */
  next(): boolean {
    if (!this.#has(HEADER_BYTES)) return false
    const size = 1 + this.bytes.readUInt32BE(this.to + 1)
    if (!this.#has(size)) return false
    this.kind = this.bytes[this.to] ?? 0
    this.from = this.to
    this.to += size
    return true
  }
  /** All of the message. */
  get whole(): Buffer {
    return this.bytes.subarray(this.from, this.to)
  }

  #has(count: number): boolean {
    if (this.to + count <= this.bytes.length) return true
    // Pieces of a long message are joined once, when all of it is there.
    if (this.to + count > this.bytes.length + this.#laterBytes || this.#later.length === 0) return false
    this.bytes = Buffer.concat([this.bytes.subarray(this.to), ...this.#later])
    this.#later.length = 0
    this.#laterBytes = 0
    this.from = 0
    this.to = 0
    return true
  }
}
