const FIRST_BYTES = 4096
const NOTHING = Buffer.alloc(0)
/** Below this a loop is faster than a call into the runtime. */
const SHORT = 48
/** Texts beyond this are rare, so that what they need is not kept free for every text. */
const LONG = 16_384
const QUOTE = 0x22
const ZERO = 0x30
const DASH = 0x2d
const MAX_DIGITS = 24
/** Numbers are written by parts that fit 32 bits. */
const PART_DIGITS = 9
const PART = 1_000_000_000
const WORD_BYTES = 4
/** Bytes that stand for themselves within a text of JSON. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte >= 0x20 && byte !== QUOTE && byte !== 0x5c))

/** A short text that is written again and again, as numbers of four bytes. */
export interface Phrase {
  readonly words: readonly number[]
  readonly size: number
}

/** Prepares a text for `ByteText.phrase`. */
export function phraseOf(text: string): Phrase {
  const size = Buffer.byteLength(text)
  const bytes = Buffer.alloc(Math.ceil(size / WORD_BYTES) * WORD_BYTES)
  bytes.write(text)
  const words = Array.from({ length: bytes.length / WORD_BYTES }, (_, i) => bytes.readUInt32LE(i * WORD_BYTES))
  return { words, size }
}

const viewOf = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const DIGIT_LIMITS = [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
function digitsOf(value: number): number {
  let count = 1
  for (const limit of DIGIT_LIMITS) {
    if (value < limit) return count
    count += 1
  }
  return count
}

/** A text of UTF-8 that grows at its end. Writers may put bytes at `bytes[length]` after asking for room. */
export class ByteText {
  bytes: Buffer
  view: DataView
  length = 0
  /** What the text became the last time. */
  #capacity = FIRST_BYTES
  #taken: Buffer | null = null
  #spare: Buffer | null = null

  constructor(capacity = FIRST_BYTES) {
    this.bytes = Buffer.allocUnsafeSlow(capacity)
    this.view = viewOf(this.bytes)
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
  /** Adds a whole number that is exact as one. */
  integer(value: number) {
    this.room(MAX_DIGITS)
    if (value < 0) this.byte(DASH)
    const size = Math.abs(value)
    if (size < PART) this.#digits(size | 0, digitsOf(size | 0))
    else {
      const high = Math.floor(size / PART)
      this.integer(high)
      this.#digits((size - high * PART) | 0, PART_DIGITS)
    }
  }
  /** Adds a text that is prepared for being added often. */
  phrase({ words, size }: Phrase) {
    this.room(size + WORD_BYTES)
    const { view, length } = this
    // The last word may reach beyond the text; what follows is written over that.
    for (let i = 0; i < words.length; i += 1) view.setUint32(length + i * WORD_BYTES, words[i] ?? 0, true)
    this.length = length + size
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
    this.#use(this.#spare ?? NOTHING)
    this.#spare = null
    this.length = 0
    return taken
  }
  /** What was taken last is needed no more: its memory may be written again. Much memory that is let go of wakes the collector. */
  reuse() {
    this.#spare = this.#taken
    this.#taken = null
  }

  /** Writes so many digits, the last ones first. */
  #digits(value: number, count: number) {
    const { bytes } = this
    let rest = value
    for (let at = this.length + count - 1; at >= this.length; at -= 1) {
      const tenth = (rest / 10) | 0
      bytes[at] = ZERO + rest - tenth * 10
      rest = tenth
    }
    this.length += count
  }
  #use(bytes: Buffer) {
    this.bytes = bytes
    this.view = viewOf(bytes)
  }
  #grow(count: number) {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#capacity, this.bytes.length * 2, this.length + count))
    this.bytes.copy(larger, 0, 0, this.length)
    this.#use(larger)
  }
}
