import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { Frame } from '../chart.ts'
import { categoryWriter, columnOf } from '../parts/frame.ts'
import { toNumber } from '../parts/number-format.ts'
import type { TreemapOptions } from './options.ts'

/** A rectangle: a group by the first dimensions, or by all of them. */
export interface TreeNode {
  readonly values: readonly unknown[]
  readonly name: string
  readonly size: number
  readonly children: readonly TreeNode[]
}

/** The groups of an answer, largest first on every level. What has no size has no place. */
export function treeOf(options: TreemapOptions, frame: Frame): readonly TreeNode[] {
  const names = options.groupby.map(columnLabel)
  const keys = names.map((name) => columnOf(frame, name))
  const writers = names.map((name) => categoryWriter(frame, name, options.timeFormat))
  const sizes = columnOf(frame, options.metric === null ? '' : metricLabel(options.metric)).map(toNumber)
  const rows = [...sizes.keys()].filter((row) => (sizes[row] ?? 0) > 0)
  return keys.length === 0 ? [] : nodesOf({ keys, writers, sizes }, rows, [])
}

interface Answer {
  readonly keys: readonly (readonly unknown[])[]
  readonly writers: readonly ((value: unknown) => string)[]
  readonly sizes: readonly (number | null)[]
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
      size: own.reduce((sum, row) => sum + (answer.sizes[row] ?? 0), 0),
      children: values.length < answer.keys.length ? nodesOf(answer, own, values) : [],
    }
  })
  return nodes.toSorted((a, b) => b.size - a.size)
}
