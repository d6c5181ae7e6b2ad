const FIRST_BYTES = 4096
const NOTHING = Buffer.alloc(0)
/** Below this a loop is faster than a call into the runtime. */
const SHORT = 48
/** Texts beyond this are rare, so that what they need is not kept free for every text. */
const LONG = 16_384
const QUOTE = 0x22
/** Bytes that stand for themselves within a text of JSON. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte >= 0x20 && byte !== QUOTE && byte !== 0x5c))

/** A text of UTF-8 that grows at its end. Writers may put bytes at `bytes[length]` after asking for room. */
export class ByteText {
  bytes: Buffer
  length = 0
  /** What the text became the last time. */
  #capacity = FIRST_BYTES
  #taken: Buffer | null = null
  #spare: Buffer | null = null

  constructor(capacity = FIRST_BYTES) {
    this.bytes = Buffer.allocUnsafeSlow(capacity)
  }

  /** Makes sure that so many bytes more can be written. */
  room(count: number) {
    if (this.length + count > this.bytes.length) this.#grow(count)
  }
  /** Adds bytes of another text. */
  put(source: Buffer, from = 0, to = source.length) {
    const count = to - from
    this.room(count)
    const { bytes, length } = this
    if (count > SHORT) source.copy(bytes, length, from, to)
    else for (let i = 0; i < count; i += 1) bytes[length + i] = source[from + i] ?? 0
    this.length = length + count
  }
  /** Adds a text that may hold any character. */
  text(text: string) {
    this.room(text.length * 3)
    this.length += this.bytes.write(text, this.length, 'utf8')
  }
  /** Adds a text of ASCII. */
  ascii(text: string) {
    const count = text.length
    this.room(count)
    const { bytes, length } = this
    if (count > SHORT) bytes.write(text, length, 'latin1')
    else for (let i = 0; i < count; i += 1) bytes[length + i] = text.charCodeAt(i)
    this.length = length + count
  }
  byte(byte: number) {
    this.room(1)
    this.bytes[this.length] = byte
    this.length += 1
  }
  /** Adds UTF-8 as a text of JSON, quotes included. */
  json(source: Buffer, from: number, to: number) {
    if (to - from > LONG) return this.text(JSON.stringify(source.toString('utf8', from, to)))
    this.room(to - from + 2)
    const { bytes, length } = this
    bytes[length] = QUOTE
    let at = length + 1
    for (let i = from; i < to; i += 1) {
      const byte = source[i] ?? 0
      if (PLAIN[byte] === 0) return this.text(JSON.stringify(source.toString('utf8', from, to)))
      bytes[at] = byte
      at += 1
    }
    bytes[at] = QUOTE
    this.length = at + 1
  }
  /** Gives what was written and begins anew. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.length)
    this.#taken = this.bytes
    this.#capacity = this.bytes.length
    this.bytes = this.#spare ?? NOTHING
    this.#spare = null
    this.length = 0
    return taken
  }
  /** What was taken last is needed no more: its memory may be written again. Much memory that is let go of wakes the collector. */
  reuse() {
    this.#spare = this.#taken
    this.#taken = null
  }

  #grow(count: number) {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#capacity, this.bytes.length * 2, this.length + count))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }
}
