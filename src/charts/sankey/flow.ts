import type { Link, LinkEnd } from '../parts/links.ts'

/** One end of flows, as it stands in the picture. */
export interface FlowNode {
  readonly id: string
  readonly end: LinkEnd
  readonly isSource: boolean
  /** What flows through it: the larger of what comes and what goes. */
  readonly value: number
  readonly out: number
  readonly into: number
  /** How many steps lie before it. */
  readonly depth: number
}

export interface Flow {
  readonly nodes: readonly FlowNode[]
  readonly links: readonly { readonly link: Link; readonly source: FlowNode; readonly target: FlowNode }[]
  /** True where some flows come back, so that every name stands on the left as a source and on the right as a target. */
  readonly isTwoSided: boolean
}

/** The ends of links and what flows between them. */
export function flowOf(links: readonly Link[]): Flow {
  const depths = depthsOf(links)
  const isTwoSided = depths === null
  const idOf = (end: LinkEnd, isSource: boolean) => JSON.stringify([isTwoSided && !isSource ? 'to' : 'from', end.name])
  const uses = links.flatMap(({ from, to, value }): Use[] => [
    { id: idOf(from, true), end: from, isSource: true, value },
    { id: idOf(to, false), end: to, isSource: false, value },
  ])
  const depthOf = ({ end, isSource }: Use) => depths?.get(end.name) ?? (isSource ? 0 : 1)
  const nodes = new Map([...Map.groupBy(uses, ({ id }) => id)].map(([id, own]) => [id, nodeOf(id, own, depthOf)]))
  const ends = links.flatMap((link) => {
    const [source, target] = [nodes.get(idOf(link.from, true)), nodes.get(idOf(link.to, false))]
    return source && target ? [{ link, source, target }] : []
  })
  return { nodes: [...nodes.values()], links: ends, isTwoSided }
}

interface Use {
  readonly id: string
  readonly end: LinkEnd
  readonly isSource: boolean
  readonly value: number
}

function nodeOf(id: string, uses: readonly Use[], depthOf: (use: Use) => number): FlowNode {
  const sum = (isSource: boolean) =>
    uses.filter((use) => use.isSource === isSource).reduce((total, { value }) => total + value, 0)
  const [out, into] = [sum(true), sum(false)]
  const first = uses.find(({ isSource }) => isSource) ?? uses[0]
  return {
    id,
    end: first?.end ?? { name: '', value: null },
    isSource: first?.isSource === true,
    value: Math.max(out, into),
    out,
    into,
    depth: first === undefined ? 0 : depthOf(first),
  }
}

/** How many steps lie before each name at most; null where a way leads back to its start. */
function depthsOf(links: readonly Link[]): ReadonlyMap<string, number> | null {
  const names = [...new Set(links.flatMap(({ from, to }) => [from.name, to.name]))]
  const before = Map.groupBy(links, ({ to }) => to.name)
  const after = Map.groupBy(links, ({ from }) => from.name)
  const open = new Map(names.map((name) => [name, before.get(name)?.length ?? 0]))
  const ready = names.filter((name) => open.get(name) === 0)
  const depths = new Map(ready.map((name) => [name, 0]))
  for (const name of ready) {
    const next = (depths.get(name) ?? 0) + 1
    for (const { to } of after.get(name) ?? []) {
      depths.set(to.name, Math.max(depths.get(to.name) ?? 0, next))
      open.set(to.name, (open.get(to.name) ?? 0) - 1)
      if (open.get(to.name) === 0) ready.push(to.name)
    }
  }
  return ready.length === names.length ? depths : null
}
