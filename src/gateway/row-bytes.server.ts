const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const OPENS = 1
const CLOSES = 2
const SEPARATES = 3
/** Levels that a mark opens before it, and closes after it. */
const INTO = [0, 1, 0, 0]
const OUT = [0, 0, 1, 0]
/** What a byte outside a text means. */
const MEANING = new Uint8Array(256)
MEANING[OPEN_LIST] = OPENS
MEANING[OPEN_OBJECT] = OPENS
MEANING[CLOSE_LIST] = CLOSES
MEANING[CLOSE_OBJECT] = CLOSES
MEANING[COMMA] = SEPARATES

/** Calls back at every bracket and comma outside texts until it answers true; `depth` is that inside the bracket. */
function scan(bytes: Uint8Array, from: number, onMark: (mark: number, at: number, depth: number) => boolean): number {
  let depth = 0
  for (let i = from; i < bytes.length; i += 1) {
    const c = bytes[i] ?? 0
    if (c === QUOTE) {
      i = endOfText(bytes, i)
      continue
    }
    const mark = MEANING[c] ?? 0
    if (mark === 0) continue
    depth += INTO[mark] ?? 0
    if (onMark(mark, i, depth)) return i
    depth -= OUT[mark] ?? 0
  }
  return bytes.length
}

/** Index just after `count` rows of `[1,"x"],[2,"y"]`, counted from `from`; the end when there are fewer. */
export function endOfRows(bytes: Uint8Array, from: number, count: number): number {
  if (count === 0) return from
  let left = count
  const at = scan(bytes, from, (mark, _at, depth) => mark === CLOSES && depth === 1 && --left === 0)
  return Math.min(bytes.length, at + 1)
}

/** Cuts `count` rows out of `[..],[..]`, after `skip` of them, without the comma between what is left out and kept. */
export function sliceRows(bytes: Uint8Array, skip: number, count: number): Uint8Array {
  const before = endOfRows(bytes, 0, skip)
  const from = bytes[before] === COMMA && skip > 0 ? before + 1 : before
  return bytes.subarray(from, endOfRows(bytes, from, count))
}

/** Index just after the cell of a row that begins at `from`. */
export function endOfCell(bytes: Uint8Array, from: number): number {
  return scan(bytes, from, (mark, _at, depth) => depth === 0 && mark !== OPENS)
}

/** Calls `onCell(row, column, from, to)` for each cell of `[1,"x"],[2,"y"]` in order. */
export function eachCell(
  bytes: Uint8Array,
  onCell: (row: number, column: number, from: number, to: number) => void,
): void {
  let row = -1
  let column = 0
  let start = 0
  scan(bytes, 0, (mark, at, depth) => {
    if (depth !== 1) return false
    if (mark === OPENS) {
      row += 1
      column = 0
    } else {
      if (at > start) onCell(row, column, start, at)
      column += 1
    }
    start = at + 1
    return false
  })
}

/** `[1,"x"],[2,"y"]` as `{"a":1,"b":"x"},{"a":2,"b":"y"}`: the bytes of every cell stay as they are. */
export function recordsOf(bytes: Uint8Array, names: readonly string[]): Buffer {
  const keys = names.map((name, i) => Buffer.from(`${i === 0 ? '' : ','}${JSON.stringify(name)}:`))
  const parts: Uint8Array[] = []
  let lastRow = -1
  eachCell(bytes, (row, column, from, to) => {
    if (row !== lastRow) parts.push(lastRow < 0 ? OPEN : BETWEEN)
    lastRow = row
    parts.push(keys[column] ?? NOTHING, bytes.subarray(from, to))
  })
  if (lastRow >= 0) parts.push(CLOSE)
  return Buffer.concat(parts)
}

const OPEN = Buffer.from('{')
const BETWEEN = Buffer.from('},{')
const CLOSE = Buffer.from('}')
const NOTHING = new Uint8Array()

function endOfText(bytes: Uint8Array, from: number): number {
  let i = from + 1
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1
  return i
}
