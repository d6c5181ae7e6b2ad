/** Floating-point numbers are added in any order by several threads, so that the last digits of their sum are open. */
const OPEN_PART = 1e-9

/** Throws unless both are the same rows, in an order that fits. */
export function sameRows(rows, expected, sql) {
  const [got, wanted] = [sorted(rows), sorted(expected)]
  const isWrong = got.length !== wanted.length || !got.every((row, i) => isSame(row, wanted[i]))
  if (isWrong) throw new Error(`rows of a chart are wrong, ${rows.length} instead of ${expected.length}: ${sql}`)
}

const sorted = (rows) =>
  rows.map((row) => Object.values(row).map(cellOf)).toSorted((a, b) => (a.join() < b.join() ? -1 : 1))
const isSame = (row, other) =>
  row.every((cell, i) => cell === other[i] || Math.abs(cell - other[i]) <= OPEN_PART * Math.abs(cell))

function cellOf(cell) {
  const isTime = typeof cell === 'string' && /^\d{4}-/.test(cell)
  const number = isTime ? Date.parse(`${cell.replace(' ', 'T')}Z`) : Number(cell)
  return cell === null || Number.isNaN(number) ? String(cell) : number
}
