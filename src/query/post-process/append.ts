import type { Cell, DataFrame, FrameColumn } from './frame.ts'

/**
 * Adds computed columns under their targets. When every target is its own source, the sources are replaced; otherwise
 * all results are appended, also under a name that is taken already.
 */
export function appendColumns(
  frame: DataFrame,
  computed: readonly FrameColumn[],
  targets: Readonly<Record<string, string | null>>,
): DataFrame {
  const isInPlace = Object.entries(targets).every(([source, target]) => source === target)
  if (isInPlace) {
    const byKey = new Map(computed.map((column) => [JSON.stringify(column.key), column]))
    return { ...frame, columns: frame.columns.map((column) => byKey.get(JSON.stringify(column.key)) ?? column) }
  }
  return {
    ...frame,
    columns: [...frame.columns, ...computed.map((column) => ({ ...column, key: renamedKey(column.key, targets) }))],
  }
}

const renamedKey = (key: readonly Cell[], targets: Readonly<Record<string, string | null>>): readonly Cell[] => {
  const name = String(key[0])
  return name in targets ? [targets[name] ?? null, ...key.slice(1)] : key
}
