type Json = Record<string, unknown>

/** A layout on the charts of this server, the charts it shows, and what became of the ids that it came with. */
export interface ImportedLayout {
  readonly layout: Json
  readonly chartIds: readonly number[]
  readonly idOf: ReadonlyMap<number, number>
}

/** Puts the charts of this server into a layout. A place whose chart is not known goes, since its id means another here. */
export function importedLayout(position: Json, charts: ReadonlyMap<string, number>): ImportedLayout {
  const layout: Json = {}
  const idOf = new Map<number, number>()
  const shown = new Set<number>()
  const gone = new Set<string>()
  for (const [key, value] of Object.entries(position)) {
    layout[key] = value
    if (!isObject(value) || value.type !== 'CHART') continue
    const meta = isObject(value.meta) ? value.meta : {}
    const id = charts.get(String(meta.uuid).toLowerCase())
    if (id === undefined) {
      gone.add(key)
      continue
    }
    shown.add(id)
    if (typeof meta.chartId === 'number') idOf.set(meta.chartId, id)
    layout[key] = { ...value, meta: { ...meta, chartId: id } }
  }
  for (const key of gone) delete layout[key]
  return { layout: gone.size === 0 ? layout : withoutChildren(layout, gone), chartIds: [...shown], idOf }
}

function withoutChildren(layout: Json, gone: ReadonlySet<string>): Json {
  return Object.fromEntries(
    Object.entries(layout).map(([key, value]) => [
      key,
      isObject(value) && Array.isArray(value.children)
        ? { ...value, children: value.children.filter((child) => !gone.has(String(child))) }
        : value,
    ]),
  )
}

/** Metadata on the charts and datasets of this server. */
export function importedMetadata(
  metadata: Json,
  idOf: ReadonlyMap<number, number>,
  datasets: ReadonlyMap<string, number>,
): Json {
  const out = { ...metadata }
  const change = (key: string, map: (value: unknown) => unknown) => {
    if (metadata[key] !== undefined && metadata[key] !== null) out[key] = map(metadata[key])
  }
  change('timed_refresh_immune_slices', (value) => newIds(value, idOf))
  change('expanded_slices', (value) => newKeys(value, idOf, (each) => each))
  change('filter_scopes', (value) => newKeys(value, idOf, (columns) => withScopes(columns, idOf)))
  change('default_filters', (value) => newDefaults(value, idOf))
  change('chart_configuration', (value) => newKeys(value, idOf, (each, id) => crossFilters(each, idOf, id)))
  change('global_chart_configuration', (value) => scoped(value, idOf))
  for (const key of ['native_filter_configuration', 'chart_customization_config'])
    change(key, (value) => listOf(value).map((filter) => importedFilter(filter, idOf, datasets)))
  return out
}

/** Uuids of the datasets that filters of the metadata name. */
export const filterDatasetUuids = (metadata: Json): string[] =>
  ['native_filter_configuration', 'chart_customization_config']
    .flatMap((key) => listOf(metadata[key]))
    .flatMap((filter) => (isObject(filter) ? listOf(filter.targets) : []))
    .flatMap((target) => (isObject(target) && typeof target.datasetUuid === 'string' ? [target.datasetUuid] : []))

function importedFilter(
  filter: unknown,
  idOf: ReadonlyMap<number, number>,
  datasets: ReadonlyMap<string, number>,
): unknown {
  if (!isObject(filter)) return filter
  const out: Json = scoped(filter, idOf) as Json
  if (Array.isArray(filter.targets)) out.targets = filter.targets.map((target) => importedTarget(target, datasets))
  return out
}

function importedTarget(target: unknown, datasets: ReadonlyMap<string, number>): unknown {
  if (!isObject(target)) return target
  const { datasetUuid, datasetId, ...rest } = target
  if (typeof datasetUuid !== 'string') return rest
  const id = datasets.get(datasetUuid)
  return id === undefined ? rest : { ...rest, datasetId: id }
}

/** A filter or configuration whose scope names charts of this server. */
function scoped(value: unknown, idOf: ReadonlyMap<number, number>): unknown {
  if (!isObject(value)) return value
  const out = { ...value }
  if (isObject(value.scope)) out.scope = { ...value.scope, excluded: newIds(value.scope.excluded, idOf) }
  if (Array.isArray(value.chartsInScope)) out.chartsInScope = newIds(value.chartsInScope, idOf)
  return out
}

function crossFilters(value: unknown, idOf: ReadonlyMap<number, number>, id: number): unknown {
  if (!isObject(value)) return value
  return { ...value, id, ...(isObject(value.crossFilters) ? { crossFilters: scoped(value.crossFilters, idOf) } : {}) }
}

function withScopes(columns: unknown, idOf: ReadonlyMap<number, number>): unknown {
  if (!isObject(columns)) return columns
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      isObject(column) && Array.isArray(column.immune) ? { ...column, immune: newIds(column.immune, idOf) } : column,
    ]),
  )
}

function newDefaults(text: unknown, idOf: ReadonlyMap<number, number>): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.stringify(newKeys(JSON.parse(text), idOf, (each) => each))
  } catch {
    return '{}'
  }
}

const newIds = (ids: unknown, idOf: ReadonlyMap<number, number>): number[] =>
  listOf(ids).flatMap((id) => idOf.get(Number(id)) ?? [])

function newKeys(
  value: unknown,
  idOf: ReadonlyMap<number, number>,
  map: (value: unknown, id: number) => unknown,
): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const id = idOf.get(Number(key))
      return id === undefined ? [] : [[String(id), map(each, id)]]
    }),
  )
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
