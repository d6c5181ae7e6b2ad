const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Index just after `count` rows of `[1,"x"],[2,"y"]`, counted from `from`; the end when there are fewer. */
export function endOfRows(bytes: Uint8Array, from: number, count: number): number {
  let depth = 0
  let left = count
  if (left === 0) return from
  for (let i = from; i < bytes.length; i += 1) {
    const c = bytes[i]
    if (c === QUOTE) i = endOfText(bytes, i)
    else if (c === OPEN_LIST || c === OPEN_OBJECT) depth += 1
    else if (c === CLOSE_LIST || c === CLOSE_OBJECT) {
      depth -= 1
      if (depth === 0 && --left === 0) return i + 1
    }
  }
  return bytes.length
}

/** Cuts `count` rows out of `[..],[..]`, after `skip` of them, without the comma between what is left out and kept. */
export function sliceRows(bytes: Uint8Array, skip: number, count: number): Uint8Array {
  const before = endOfRows(bytes, 0, skip)
  const from = bytes[before] === COMMA && skip > 0 ? before + 1 : before
  return bytes.subarray(from, endOfRows(bytes, from, count))
}

/** Calls `onCell(row, column, from, to)` for each cell of `[1,"x"],[2,"y"]` in order. */
export function eachCell(
  bytes: Uint8Array,
  onCell: (row: number, column: number, from: number, to: number) => void,
): void {
  let depth = 0
  let row = -1
  let column = 0
  let start = 0
  for (let i = 0; i < bytes.length; i += 1) {
    const c = bytes[i]
    if (c === QUOTE) i = endOfText(bytes, i)
    else if (c === OPEN_LIST || c === OPEN_OBJECT) {
      depth += 1
      if (depth > 1) continue
      row += 1
      column = 0
      start = i + 1
    } else if (c === CLOSE_LIST || c === CLOSE_OBJECT) {
      depth -= 1
      if (depth === 0 && i > start) onCell(row, column, start, i)
    } else if (c === COMMA && depth === 1) {
      onCell(row, column, start, i)
      column += 1
      start = i + 1
    }
  }
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
