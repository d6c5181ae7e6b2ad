const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENS = new Set([0x5b, 0x7b])
const CLOSES = new Set([0x5d, 0x7d])

/** The cells of one column: `[from, to, from, to, ...]` in the bytes. */
export type CellPlaces = readonly number[]

/** Where each cell stands in `[[1,...],["x",...]]`, by column, so that cells can be passed on as the engine wrote them. */
export function cellPlaces(body: Uint8Array): readonly CellPlaces[] {
  const columns: number[][] = []
  let at = 1
  while (at < body.length && OPENS.has(body[at] ?? 0)) {
    const places: number[] = []
    at += 1
    while (!CLOSES.has(body[at] ?? 0) && at < body.length) {
      const end = valueEnd(body, at)
      places.push(at, end)
      at = body[end] === COMMA ? end + 1 : end
    }
    columns.push(places)
    at += 2
  }
  return columns
}

/** Where the JSON value that begins at `from` ends. */
function valueEnd(body: Uint8Array, from: number): number {
  let depth = 0
  for (let at = from; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (depth === 0 && (byte === COMMA || CLOSES.has(byte))) return at
    if (byte === QUOTE) at = textEnd(body, at)
    else depth += step(byte)
  }
  return body.length
}

/** How a byte outside of texts changes the depth. */
const step = (byte: number) => Number(OPENS.has(byte)) - Number(CLOSES.has(byte))

/** The closing quote of the text that begins at `from`. */
function textEnd(body: Uint8Array, from: number): number {
  for (let at = from + 1; at < body.length; at += 1) {
    if (body[at] === BACKSLASH) at += 1
    else if (body[at] === QUOTE) return at
  }
  return body.length
}
