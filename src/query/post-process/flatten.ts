import {
  type Cell,
  type ColumnType,
  type DataFrame,
  type FrameColumn,
  PostProcessingError,
  rangeIndex,
} from './frame.ts'

const SEPARATOR = ', '

/** A comma inside a part of a flattened name gets a backslash, so that the parts can be told apart again. */
export const escapeSeparator = (text: string) => text.replaceAll(',', '\\,')
export const unescapeSeparator = (text: string) => text.replaceAll('\\,', ',')

/** The parts of a flattened name. */
export const splitFlat = (name: string): readonly string[] => name.split(/(?<!\\),\s/).map(unescapeSeparator)

/** Joins the levels of column names into one text and turns the first level of the index into a column. */
export function flatten(frame: DataFrame, options: Readonly<Record<string, unknown>>): DataFrame {
  const flat = frame.levels.length > 1 ? flatColumns(frame, options.drop_levels) : frame
  if (options.reset_index === false || flat.index.isRange) return flat
  return resetFirstLevel(flat)
}

function flatColumns(frame: DataFrame, raw: unknown): DataFrame {
  const dropped = Array.isArray(raw) ? raw.map((level) => levelOf(frame, level)) : []
  if (new Set(dropped).size >= frame.levels.length) {
    throw new PostProcessingError(
      `Cannot remove ${dropped.length} levels from an index with ${frame.levels.length} levels: at least one level must be left.`,
    )
  }
  const columns = frame.columns.map((column): FrameColumn => {
    const parts = column.key.flatMap((cell, level) =>
      cell === null || dropped.includes(level)
        ? []
        : [escapeSeparator(cellText(cell, frame.levelTypes?.[level] ?? 'string'))],
    )
    return { ...column, key: [parts.join(SEPARATOR)] }
  })
  return { ...frame, columns, levels: [null] }
}

function levelOf(frame: DataFrame, level: unknown): number {
  // Below zero, levels are counted from the innermost.
  const place =
    typeof level === 'number' ? (level < 0 ? level + frame.levels.length : level) : frame.levels.indexOf(String(level))
  if (place < 0 || place >= frame.levels.length) throw new PostProcessingError(`Level ${String(level)} not found`)
  return place
}

/** The first level of the index becomes the first column; what remains stays the index. */
function resetFirstLevel(frame: DataFrame): DataFrame {
  const { index } = frame
  const blanks = frame.levels.slice(1).map(() => '')
  const first: FrameColumn = {
    key: [index.names[0] ?? 'index', ...blanks],
    type: index.types[0] ?? 'string',
    values: index.rows.map((row) => row[0] ?? null),
  }
  const rest = index.names.length > 1
  return {
    ...frame,
    columns: [first, ...frame.columns],
    index: rest
      ? {
          names: index.names.slice(1),
          types: index.types.slice(1),
          rows: index.rows.map((row) => row.slice(1)),
          isRange: false,
        }
      : rangeIndex(index.rows.length),
  }
}

/** A cell as a part of a column name. */
export function cellText(cell: Cell, type: ColumnType): string {
  if (typeof cell === 'boolean') return cell ? 'True' : 'False'
  if (typeof cell === 'number' && type === 'timestamp')
    return new Date(cell).toISOString().slice(0, 19).replace('T', ' ')
  if (typeof cell === 'number' && type === 'float' && Number.isInteger(cell)) return `${cell}.0`
  return String(cell)
}
