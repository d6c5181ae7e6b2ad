import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { Frame } from '../chart.ts'
import { categoryText, categoryWriter, columnOf } from '../parts/frame.ts'
import { toNumber } from '../parts/number-format.ts'
import type { TreeOptions } from './options.ts'

export interface TreeNode {
  readonly id: string
  readonly name: string
  readonly value: number | null
  readonly children: readonly TreeNode[]
}

interface Row {
  readonly id: string
  readonly parent: string | null
  readonly name: string
  readonly value: number | null
}

/** The tree of an answer below its root; null without any. What goes in a circle or has no way to the root is left out. */
export function treeOf(options: TreeOptions, frame: Frame): { readonly root: TreeNode; readonly left: number } | null {
  const rows = rowsOf(options, frame)
  const known = new Set(rows.map(({ id }) => id))
  const below = Map.groupBy(rows, ({ parent }) => parent ?? '')
  const tops = rows.filter(({ parent }) => parent === null || !known.has(parent))
  const grown = (top: Row) => nodeOf(top, below, new Set())
  const wanted = options.root === null ? undefined : rows.find(({ id }) => id === options.root)
  if (wanted !== undefined) return withRest(grown(wanted), rows.length)
  // Of several trees the largest is meant; those of one node are strays.
  const trees = tops.map(grown).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const [largest] = trees
  return largest === undefined ? null : withRest(largest, rows.length)
}

const withRest = (root: TreeNode, count: number) => ({ root, left: count - sizeOf(root) })

function rowsOf(options: TreeOptions, frame: Frame): readonly Row[] {
  const label = (column: TreeOptions['id']) => (column === null ? '' : columnLabel(column))
  const [ids, parents] = [columnOf(frame, label(options.id)), columnOf(frame, label(options.parent))]
  const own = options.name === null ? label(options.id) : label(options.name)
  const [names, write] = [columnOf(frame, own), categoryWriter(frame, own)]
  const values = columnOf(frame, options.metric === null ? '' : metricLabel(options.metric))
  const seen = new Set<string>()
  return ids.flatMap((id, row) => {
    const text = categoryText(id)
    if (seen.has(text)) return []
    seen.add(text)
    const parent = parents[row]
    const isTop = parent === null || parent === undefined || parent === ''
    return [{ id: text, parent: isTop ? null : String(parent), name: write(names[row]), value: toNumber(values[row]) }]
  })
}

function nodeOf(
  { id, name, value }: Row,
  below: ReadonlyMap<string, readonly Row[]>,
  above: ReadonlySet<string>,
): TreeNode {
  const way = new Set([...above, id])
  const children = (below.get(id) ?? []).filter((row) => !way.has(row.id))
  return { id, name, value, children: children.map((row) => nodeOf(row, below, way)) }
}

export const sizeOf = ({ children }: TreeNode): number => children.reduce((sum, child) => sum + sizeOf(child), 1)

export const depthOf = ({ children }: TreeNode): number =>
  children.reduce((most, child) => Math.max(most, depthOf(child) + 1), 0)

/** The nodes without any below them. */
export const leavesOf = (node: TreeNode): readonly TreeNode[] =>
  node.children.length === 0 ? [node] : node.children.flatMap(leavesOf)
