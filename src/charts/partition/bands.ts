import type { TreeNode } from '../parts/group-tree.ts'

/** A group as a part of the height, on the level that it has. */
export interface Band {
  /** Null for what is left of a group. */
  readonly node: TreeNode | null
  readonly name: string
  readonly value: number
  readonly level: number
  readonly top: number
  readonly height: number
  /** The name on the first level, which gives the colour. */
  readonly family: string
}

interface Rules {
  readonly most: number
  readonly leastShare: number
  readonly isLogarithmic: boolean
  others(count: number): string
}

/** The groups below each other and their parts beside them; small parts are one together. */
export function bandsOf(tops: readonly TreeNode[], rules: Rules): readonly Band[] {
  return placed(tops, { level: 0, top: 0, height: 1, family: null }, rules)
}

interface Place {
  readonly level: number
  readonly top: number
  readonly height: number
  readonly family: string | null
}

function placed(nodes: readonly TreeNode[], { level, top, height, family }: Place, rules: Rules): readonly Band[] {
  const whole = nodes.reduce((sum, { size }) => sum + size, 0)
  const isLarge = ({ size }: TreeNode, at: number) =>
    (rules.most <= 0 || at < rules.most) && size >= whole * rules.leastShare
  const large = nodes.filter(isLarge)
  const small = nodes.filter((node, at) => !isLarge(node, at))
  const shown = small.length === 1 ? nodes : large
  const rest = small.length > 1 ? small.reduce((sum, { size }) => sum + size, 0) : 0
  const weight = (size: number) => (rules.isLogarithmic ? Math.log10(size + 1) : size)
  const sum = shown.reduce((so, { size }) => so + weight(size), weight(rest)) || 1
  let at = top
  const bands = shown.flatMap((node): readonly Band[] => {
    const own = { level, top: at, height: (height * weight(node.size)) / sum, family: family ?? node.name }
    at += own.height
    const below = placed(node.children, { ...own, level: level + 1 }, rules)
    return [{ ...own, node, name: node.name, value: node.size }, ...below]
  })
  if (rest === 0) return bands
  const name = rules.others(small.length)
  return [
    ...bands,
    { node: null, name, value: rest, level, top: at, height: (height * weight(rest)) / sum, family: family ?? name },
  ]
}
