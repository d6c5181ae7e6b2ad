import { type Cell, columnsNamed, type DataFrame, PostProcessingError, requireColumns } from './frame.ts'
import { mapping, texts } from './options.ts'

/** Keeps columns, then leaves some out, then gives others other names. */
export function select(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const kept = texts(raw.columns)
  requireColumns(frame, kept)
  const chosen = kept.length > 0 ? { ...frame, columns: kept.flatMap((name) => columnsNamed(frame, name)) } : frame
  const left = texts(raw.exclude)
  if (left.some((name) => columnsNamed(chosen, name).length === 0)) {
    throw new PostProcessingError(`[${left.map((name) => `'${name}'`).join(', ')}] not found in axis`)
  }
  const rest = { ...chosen, columns: chosen.columns.filter(({ key }) => !left.includes(String(key[0]))) }
  const names = mapping(raw.rename)
  requireColumns(rest, Object.keys(names))
  const label = (cell: Cell): Cell => (typeof cell === 'string' && cell in names ? (names[cell] ?? null) : cell)
  return { ...rest, columns: rest.columns.map((column) => ({ ...column, key: column.key.map(label) })) }
}
