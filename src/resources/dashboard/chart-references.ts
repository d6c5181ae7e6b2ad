type Json = Readonly<Record<string, unknown>>

/** Dashboard settings with every mention of a chart changed to its copy: reach of filters and clicks, what is open, what is left out of refreshes. */
export function withCopiedCharts(metadata: Json, idOf: ReadonlyMap<number, number>): Json {
  if (idOf.size === 0) return metadata
  const idFor = (id: unknown) => idOf.get(Number(id)) ?? id
  const ids = (value: unknown) => (Array.isArray(value) ? value.map(idFor) : value)
  const reach = (value: unknown) => {
    if (!isObject(value)) return value
    const { scope, chartsInScope, ...rest } = value
    return {
      ...rest,
      ...(scope !== undefined && { scope: isObject(scope) ? { ...scope, excluded: ids(scope.excluded) } : scope }),
      ...(chartsInScope !== undefined && { chartsInScope: ids(chartsInScope) }),
    }
  }
  const ofCharts = (value: unknown, change: (entry: unknown) => unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([id, entry]) => [String(idFor(id)), change(entry)]))
      : value
  const ofClicks = (entry: unknown) =>
    isObject(entry) ? { ...entry, id: idFor(entry.id), crossFilters: reach(entry.crossFilters) } : entry
  const changed = {
    native_filter_configuration: (value: unknown) => (Array.isArray(value) ? value.map(reach) : value),
    global_chart_configuration: reach,
    chart_configuration: (value: unknown) => ofCharts(value, ofClicks),
    expanded_slices: (value: unknown) => ofCharts(value, (entry) => entry),
    timed_refresh_immune_slices: ids,
  }
  const entries = Object.entries(changed).filter(([key]) => metadata[key] !== undefined)
  return { ...metadata, ...Object.fromEntries(entries.map(([key, change]) => [key, change(metadata[key])])) }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
