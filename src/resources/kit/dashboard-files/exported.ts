type Json = Record<string, unknown>

const ROW_WIDTH = 12
const CHART_WIDTH = 4
const CHART_HEIGHT = 50

interface Component {
  readonly id: string
  readonly type: string
  readonly children?: readonly string[]
  readonly parents?: readonly string[]
  readonly meta?: Json
}
export interface ShownChart {
  readonly id: number
  readonly uuid: string
  readonly name: string
}

/** A layout that names its charts by uuid, and shows all of them: those it lacks follow in rows of their own. */
export function exportedLayout(stored: Json, charts: readonly ShownChart[]): Json {
  const layout: Json = Object.keys(stored).length === 0 ? emptyLayout() : { ...stored }
  const placed = new Set<number>()
  for (const [key, value] of Object.entries(layout)) {
    if (!isComponent(value) || value.type !== 'CHART') continue
    const chart = charts.find(({ id }) => id === value.meta?.chartId)
    if (!chart) continue
    placed.add(chart.id)
    layout[key] = { ...value, meta: { ...value.meta, uuid: chart.uuid } }
  }
  return withRows(
    layout,
    charts.filter(({ id }) => !placed.has(id)),
  )
}

/** Metadata whose filters name their datasets by uuid. */
export function exportedMetadata(metadata: Json, datasetUuids: ReadonlyMap<number, string>): Json {
  const out = { ...metadata }
  for (const key of ['native_filter_configuration', 'chart_customization_config'])
    if (Array.isArray(metadata[key]))
      out[key] = metadata[key].map((filter: unknown) => exportedFilter(filter, datasetUuids))
  return out
}

/** Ids of the datasets that filters of the metadata name. */
export const filterDatasetIds = (metadata: Json): number[] =>
  ['native_filter_configuration', 'chart_customization_config']
    .flatMap((key) => (Array.isArray(metadata[key]) ? metadata[key] : []))
    .flatMap((filter: unknown) => targetsOf(filter))
    .flatMap(({ datasetId }) => (typeof datasetId === 'number' ? [datasetId] : []))

function exportedFilter(filter: unknown, uuids: ReadonlyMap<number, string>): unknown {
  if (!isObject(filter) || !Array.isArray(filter.targets)) return filter
  const targets = filter.targets.map((target: unknown) => {
    if (!isObject(target) || typeof target.datasetId !== 'number') return target
    const { datasetId, ...rest } = target
    return { ...rest, datasetUuid: uuids.get(datasetId as number) ?? null }
  })
  return { ...filter, targets }
}

const targetsOf = (filter: unknown): Json[] =>
  isObject(filter) && Array.isArray(filter.targets) ? filter.targets.filter(isObject) : []

function withRows(layout: Json, charts: readonly ShownChart[]): Json {
  const homeId = homeOf(layout)
  const home = layout[homeId]
  if (charts.length === 0 || !isComponent(home)) return layout
  const out = { ...layout }
  const parents = [...(home.parents ?? []), homeId]
  const rowIds: string[] = []
  const perRow = ROW_WIDTH / CHART_WIDTH
  for (let at = 0; at < charts.length; at += perRow) {
    const inRow = charts.slice(at, at + perRow)
    const rowId = `ROW-${inRow[0]?.uuid}`
    rowIds.push(rowId)
    out[rowId] = {
      type: 'ROW',
      id: rowId,
      children: inRow.map(({ uuid }) => `CHART-${uuid}`),
      parents,
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    }
    for (const chart of inRow) out[`CHART-${chart.uuid}`] = chartComponent(chart, [...parents, rowId])
  }
  out[homeId] = { ...home, children: [...(home.children ?? []), ...rowIds] }
  return out
}

const chartComponent = ({ id, uuid, name }: ShownChart, parents: readonly string[]) => ({
  type: 'CHART',
  id: `CHART-${uuid}`,
  children: [],
  parents,
  meta: { chartId: id, uuid, sliceName: name, width: CHART_WIDTH, height: CHART_HEIGHT },
})

/** Where rows go: the grid, or the first tab where the dashboard consists of tabs. */
function homeOf(layout: Json): string {
  const first = childOf(layout, 'ROOT_ID')
  return first?.type === 'TABS' ? (childOf(layout, first.id)?.id ?? 'GRID_ID') : 'GRID_ID'
}

function childOf(layout: Json, id: string): Component | null {
  const component = layout[id]
  const child = isComponent(component) ? layout[component.children?.[0] ?? ''] : null
  return isComponent(child) ? child : null
}

const emptyLayout = (): Json => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
})

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isComponent = (value: unknown): value is Component => isObject(value) && typeof value.type === 'string'
