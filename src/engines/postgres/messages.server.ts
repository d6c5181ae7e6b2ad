/** A kind of one byte, then the length of all but the kind. */
const HEADER_BYTES = 5
const NOTHING = Buffer.alloc(0)

/** Cuts what a server sends into its messages. */
export class Messages {
  /** The message that `next` found: its kind, and the place of all of it in `bytes`. */
  kind = 0
  bytes: Buffer = NOTHING
  from = 0
  to = 0
  #data: Buffer = NOTHING
  #at = 0
  /** Parts of a message that has not arrived as a whole. */
  #parts: Buffer[] = []
  #partBytes = 0

  /** Takes bytes, once `next` has found no more. */
  push(data: Buffer) {
    this.#data = data
    this.#at = 0
  }

  /** Goes to the next message; false where not all of it has arrived. */
  next(): boolean {
    if (this.#partBytes > 0) return this.#nextOfParts()
    const left = this.#data.length - this.#at
    if (left < HEADER_BYTES || left < sizeAt(this.#data, this.#at)) {
      this.#keep(left)
      return false
    }
    this.#found(this.#data, this.#at, this.#at + sizeAt(this.#data, this.#at))
    this.#at = this.to
    return true
  }
  /** All of the message. */
  get whole(): Buffer {
    return this.bytes.subarray(this.from, this.to)
  }

  #nextOfParts(): boolean {
    if (!this.#hasParts(HEADER_BYTES)) return false
    const [first = NOTHING] = this.#parts
    if (first.length < HEADER_BYTES) this.#parts = [Buffer.concat(this.#parts)]
    if (!this.#hasParts(sizeAt(this.#parts[0] ?? NOTHING, 0))) return false
    const whole = Buffer.concat(this.#parts)
    this.#parts = []
    this.#partBytes = 0
    this.#found(whole, 0, whole.length)
    return true
  }
  /** Adds to the parts until there are so many bytes; more than those stay for the messages after. */
  #hasParts(count: number): boolean {
    this.#keep(Math.min(count - this.#partBytes, this.#data.length - this.#at))
    return this.#partBytes >= count
  }
  #keep(count: number) {
    if (count <= 0) return
    this.#parts.push(this.#data.subarray(this.#at, this.#at + count))
    this.#partBytes += count
    this.#at += count
  }
  #found(bytes: Buffer, from: number, to: number) {
    this.kind = bytes[from] ?? 0
    this.bytes = bytes
    this.from = from
    this.to = to
  }
}

const sizeAt = (bytes: Buffer, at: number) => 1 + bytes.readUInt32BE(at + 1)
