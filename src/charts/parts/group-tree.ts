import { type Column, columnLabel, type Metric, metricLabel } from '../../query/query-object.ts'
import type { Frame, Selection } from '../chart.ts'
import { categoryWriter, columnOf } from './frame.ts'
import { toNumber } from './number-format.ts'

interface TreeOptions {
  readonly groupby: readonly Column[]
  readonly metric: Metric | null
  readonly secondMetric?: Metric | null
  readonly timeFormat: string | null
}

/** A group by the first dimensions, or by all of them. */
export interface TreeNode {
  readonly values: readonly unknown[]
  readonly name: string
  readonly size: number
  /** The sum of the second metric, where there is one. */
  readonly second: number
  readonly children: readonly TreeNode[]
}

/** The groups of an answer, largest first on every level. What has no size has no place. */
export function treeOf(options: TreeOptions, frame: Frame): readonly TreeNode[] {
  const names = options.groupby.map(columnLabel)
  const keys = names.map((name) => columnOf(frame, name))
  const writers = names.map((name) => categoryWriter(frame, name, options.timeFormat))
  const numbers = (metric: Metric | null) => columnOf(frame, metric === null ? '' : metricLabel(metric)).map(toNumber)
  const [sizes, seconds] = [numbers(options.metric), numbers(options.secondMetric ?? null)]
  const rows = [...sizes.keys()].filter((row) => (sizes[row] ?? 0) > 0)
  return keys.length === 0 ? [] : nodesOf({ keys, writers, sizes, seconds }, rows, [])
}

interface Answer {
  readonly keys: readonly (readonly unknown[])[]
  readonly writers: readonly ((value: unknown) => string)[]
  readonly sizes: readonly (number | null)[]
  readonly seconds: readonly (number | null)[]
}

function nodesOf(answer: Answer, rows: readonly number[], above: readonly unknown[]): readonly TreeNode[] {
  const key = answer.keys[above.length] ?? []
  const write = answer.writers[above.length] ?? String
  const groups = Map.groupBy(rows, (row) => key[row])
  const nodes = [...groups].map(([value, own]): TreeNode => {
    const values = [...above, value]
    return {
      values,
      name: write(value),
      size: sumOf(answer.sizes, own),
      second: sumOf(answer.seconds, own),
      children: values.length < answer.keys.length ? nodesOf(answer, own, values) : [],
    }
  })
  return nodes.toSorted((a, b) => b.size - a.size)
}

const sumOf = (numbers: readonly (number | null)[], rows: readonly number[]) =>
  rows.reduce((sum, row) => sum + (numbers[row] ?? 0), 0)

/** The groups of every level in one list. */
export const flatTree = (nodes: readonly TreeNode[]): readonly TreeNode[] =>
  nodes.flatMap((node) => [node, ...flatTree(node.children)])

/** Names repeat in different groups; the way from the top does not. */
export const pathOf = ({ values }: TreeNode) => JSON.stringify(values)

/** What a click on a group chooses: its value and those of the groups that it is in. */
export function treeSelection(groupby: readonly Column[], node: TreeNode | undefined): Selection | null {
  if (node === undefined) return null
  const filters = groupby
    .slice(0, node.values.length)
    .map((column, at) => ({ column: columnLabel(column), values: [node.values[at] ?? null] }))
  return { filters, label: node.values.map(String).join(', ') }
}
