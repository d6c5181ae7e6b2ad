type Json = Record<string, unknown>
interface Component {
  readonly id: string
  readonly type: string
  readonly children?: readonly string[]
  readonly parents?: readonly string[]
  readonly meta?: {
    readonly chartId?: number
    readonly uuid?: string
    readonly text?: string
    readonly defaultText?: string
  }
}

/** JSON of the store as an object; an empty one when it is none. */
export function objectOf(text: string | null | undefined): Json {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
  } catch {
    return {}
  }
}

/** Components of a layout; keys that hold no component, such as the version, are left out. */
const componentsOf = (layout: Json): Component[] =>
  Object.values(layout).filter(
    (value): value is Component => typeof value === 'object' && value !== null && 'type' in value,
  )

/** Ids of the charts that a layout shows. */
export const chartIdsOf = (layout: Json): number[] => [
  ...new Set(
    componentsOf(layout).flatMap(({ type, meta }) =>
      type === 'CHART' && Number.isInteger(meta?.chartId) ? [meta?.chartId as number] : [],
    ),
  ),
]

/** The layout with other charts in the same places, as a copy with charts needs. */
export function withCharts(layout: Json, idOf: ReadonlyMap<number, number>): Json {
  return Object.fromEntries(
    Object.entries(layout).map(([key, value]) => {
      const component = value as Component
      const id = component?.meta?.chartId
      const other = id === undefined ? undefined : idOf.get(id)
      return [key, other === undefined ? value : { ...component, meta: { ...component.meta, chartId: other } }]
    }),
  )
}

interface TabNode {
  readonly value: string
  readonly title: string
  readonly parents: readonly string[]
  readonly children: TabNode[]
}

/** Tabs of a layout as a tree and by id. A component has one place: where a layout names it again, it is left out. */
export function tabsOf(layout: Json): { readonly all: Record<string, string>; readonly tree: TabNode[] } {
  const byId = new Map(componentsOf(layout).map((component) => [component.id, component]))
  const all: Record<string, string> = {}
  const below = (id: string): TabNode[] => {
    const component = byId.get(id)
    if (!component) return []
    byId.delete(id)
    const inner = Array.isArray(component.children) ? component.children.flatMap(below) : []
    if (component.type !== 'TAB') return inner
    const title = component.meta?.text ?? component.meta?.defaultText ?? ''
    all[id] = title
    return [{ value: id, title, parents: component.parents ?? [], children: inner }]
  }
  const tree = below('ROOT_ID')
  return { all, tree }
}
