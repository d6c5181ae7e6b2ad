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
/** Bytes written at a time. */
export const WORD_BYTES = 4
/** Bytes that stand for themselves within a text of JSON. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte >= 0x20 && byte !== QUOTE && byte !== 0x5c))

const SPACES = 0x20202020
const QUOTES = 0x22222222
const BACKSLASHES = 0x5c5c5c5c
const ONES = 0x01010101
const TOP_BITS = 0x80808080

/** Whether a word has a byte of zero (H. S. Warren, Hacker's Delight, 6-1). */
const hasZero = (word: number) => ((word - ONES) & ~word & TOP_BITS) !== 0
/** Whether four bytes stand for themselves within a text of JSON. */
const isPlain = (word: number) =>
  ((word - SPACES) & ~word & TOP_BITS) === 0 && !hasZero(word ^ QUOTES) && !hasZero(word ^ BACKSLASHES)

/** A short text that is written again and again, as numbers of four bytes. */
export interface Phrase {
  readonly words: Int32Array
  readonly size: number
}

/** Prepares a text for `ByteText.phrase`. */
export function phraseOf(text: string): Phrase {
  const size = Buffer.byteLength(text)
  const bytes = Buffer.alloc(Math.ceil(size / WORD_BYTES) * WORD_BYTES)
  bytes.write(text)
  const words = Int32Array.from({ length: bytes.length / WORD_BYTES }, (_, i) => bytes.readInt32LE(i * WORD_BYTES))
  return { words, size }
}

const viewOf = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The numbers below 100 as two digits each. */
const PAIRS = Uint16Array.from({ length: 100 }, (_, i) => ((ZERO + (i % 10)) << 8) | (ZERO + Math.trunc(i / 10)))
const TENS = Int32Array.of(1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000)
/** Decimal digits of a whole number below 2^31, from its binary ones: 1233 / 4096 is about log10(2). */
function digitsOf(value: number): number {
  const count = ((32 - Math.clz32(value | 1)) * 1233) >> 12
  return (value | 1) >= (TENS[count] ?? 0) ? count + 1 : count
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
    for (let i = 0; i < words.length; i += 1) view.setInt32(length + i * WORD_BYTES, words[i] ?? 0, true)
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
  /**
   * Adds UTF-8 as a text of JSON, four bytes at a time. Up to three bytes beyond its end are read, and must be there.
   */
  jsonWords(source: DataView, from: number, size: number) {
    this.room(size + WORD_BYTES + 2)
    const { bytes, view, length } = this
    const at = length + 1
    bytes[length] = QUOTE
    for (let i = 0; i < size; i += WORD_BYTES) {
      const word = source.getInt32(from + i, true)
      const own =
        i + WORD_BYTES <= size ? word : (word & (-1 >>> (8 * (WORD_BYTES - size + i)))) | (SPACES << (8 * (size - i)))
      if (!isPlain(own)) return this.#escaped(source, from, size)
      view.setInt32(at + i, own, true)
    }
    bytes[at + size] = QUOTE
    this.length = at + size + 1
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
  /**
   * What was taken, the last time unless it is given, is needed no more: its memory may be written again. Memory that is
   * new costs more to write to, and much that is let go of wakes the collector.
   */
  reuse(taken: Buffer | null = this.#taken) {
    this.#spare = taken && Buffer.from(taken.buffer)
    this.#taken = null
  }

  #escaped(source: DataView, from: number, size: number) {
    this.text(JSON.stringify(Buffer.from(source.buffer, source.byteOffset + from, size).toString()))
  }
  /** Writes so many digits, the last ones first. */
  #digits(value: number, count: number) {
    const { view, length } = this
    let rest = value
    let at = length + count
    while (at > length + 1) {
      const hundredth = (rest / 100) | 0
      at -= 2
      view.setUint16(at, PAIRS[rest - hundredth * 100] ?? 0, true)
      rest = hundredth
    }
    if (at > length) this.bytes[length] = ZERO + rest
    this.length = length + count
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
