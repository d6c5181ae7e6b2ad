import { eachCell } from '../row-bytes.server.ts'

/** `[[1,2],["x","y"]]` by column -> `[1,"x"],[2,"y"]` by row, cell texts untouched, so that every digit stays. */
export function fromColumns(body: Uint8Array): Uint8Array {
  const inner = Buffer.from(body.buffer, body.byteOffset + 1, Math.max(0, body.byteLength - 2))
  const rows: string[][] = []
  eachCell(inner, (column, row, from, to) => {
    rows[row] ??= []
    const cells = rows[row]
    if (cells) cells[column] = inner.toString('utf8', from, to)
  })
  return new TextEncoder().encode(rows.map((cells) => `[${cells.join(',')}]`).join(','))
}
