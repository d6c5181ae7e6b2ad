import type { Cell } from '../../ui/grid/cell.ts'

const BUCKETS = 25

/** The statement that reads a whole table, from the one that reads its first rows. */
export const wholeSql = (preview: string): string =>
  preview
    .trim()
    .replace(/;\s*$/, '')
    .replace(/\s+limit\s+\d+\s*$/i, '')

/** Asks how many rows, values and different values there are, and the least and greatest. The name is quoted. */
export const figuresSql = (sql: string, name: string): string =>
  `select count(*) as total, count(${name}) as present, count(distinct ${name}) as different, ` +
  `min(${name}) as low, max(${name}) as high from (\n${sql}\n) q`

/** Counts the values between the least and the greatest by buckets of one size; null where there is but one value. */
export function histogramSql(sql: string, name: string, low: number, high: number): string | null {
  const step = (high - low) / BUCKETS
  if (!Number.isFinite(step) || step <= 0) return null
  const place = `floor((${name} - (${low})) * 1.0 / ${step})`
  return `select ${place} as place, count(*) as many from (\n${sql}\n) q where ${name} is not null group by ${place}`
}

/** The counts of the buckets in order; the greatest value belongs to the last. */
export function bucketsOf(rows: readonly Readonly<Record<string, Cell>>[]): readonly number[] {
  const counts = Array.from({ length: BUCKETS }, () => 0)
  for (const { place, many } of rows) {
    const at = Math.max(0, Math.min(BUCKETS - 1, Number(place)))
    counts[at] = (counts[at] ?? 0) + Number(many)
  }
  return counts
}
