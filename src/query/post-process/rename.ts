import { type Cell, type DataFrame, PostProcessingError, requireColumns } from './frame.ts'
import { mapping } from './options.ts'

/** Gives columns other labels, at one level or at all. A null label leaves only the other levels. */
export function rename(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const names = mapping(raw.columns)
  requireColumns(frame, Object.keys(names))
  if (Object.keys(names).length === 0) return frame
  const level = levelOf(frame, raw.level)
  const labels = new Set(frame.columns.map(({ key }) => key[level ?? 0] ?? null))
  if (Object.values(names).every((name) => labels.has(name))) throw new PostProcessingError('Label already exists')
  const relabel = (cell: Cell, at: number): Cell => {
    const isHere = level === null || level === at
    return isHere && typeof cell === 'string' && cell in names ? (names[cell] ?? null) : cell
  }
  return { ...frame, columns: frame.columns.map((column) => ({ ...column, key: column.key.map(relabel) })) }
}

function levelOf(frame: DataFrame, level: unknown): number | null {
  if (level === undefined || level === null) return null
  const place = typeof level === 'number' ? level : frame.levels.indexOf(String(level))
  if (place < 0 || place >= frame.levels.length) throw new PostProcessingError(`Level ${String(level)} not found`)
  return place
}
