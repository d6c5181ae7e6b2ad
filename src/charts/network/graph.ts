import { columnLabel } from '../../query/query-object.ts'
import type { Frame } from '../chart.ts'
import { categoryText, columnOf } from '../parts/frame.ts'
import { type Link, type LinkEnd, linksOf } from '../parts/links.ts'
import type { NetworkOptions } from './options.ts'

/** A place that links start or end at. */
export interface GraphNode {
  readonly end: LinkEnd
  /** True where a link starts. */
  readonly isSource: boolean
  /** The sum of its links. */
  readonly value: number
  readonly category: string
}

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly links: readonly Link[]
  readonly categories: readonly string[]
}

/** The places of an answer and the links between them. What names no category is one of its own. */
export function graphOf(options: NetworkOptions, frame: Frame): Graph {
  const links = linksOf(options, frame)
  const categoryAt = (column: NetworkOptions['sourceCategory'], row: number): string | null =>
    column === null ? null : categoryText(columnOf(frame, columnLabel(column))[row])
  const uses = links.flatMap((link) => [
    { end: link.from, isSource: true, value: link.value, category: categoryAt(options.sourceCategory, link.row) },
    { end: link.to, isSource: false, value: link.value, category: categoryAt(options.targetCategory, link.row) },
  ])
  const nodes = [...Map.groupBy(uses, ({ end }) => end.name).values()].flatMap((own): GraphNode[] => {
    const [first] = own
    if (first === undefined) return []
    const source = own.find(({ isSource }) => isSource)
    const category = own.find((one) => one.category !== null)?.category ?? first.end.name
    const value = own.reduce((sum, one) => sum + one.value, 0)
    return [{ end: (source ?? first).end, isSource: source !== undefined, value, category }]
  })
  return { nodes, links, categories: [...new Set(nodes.map(({ category }) => category))] }
}
