import type { ExampleDashboard, ExampleFilter } from './parts.ts'

type Json = Record<string, unknown>

/** The layout of an example dashboard in the wire's `position_json`. */
export function layoutOf(
  dashboard: ExampleDashboard,
  chartOf: (name: string) => { readonly id: number; readonly uuid: string },
): Json {
  const rows = dashboard.rows.map((_, i) => `ROW-${dashboard.slug}-${i + 1}`)
  const layout: Json = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: rows, parents: ['ROOT_ID'] },
    HEADER_ID: { id: 'HEADER_ID', type: 'HEADER', meta: { text: dashboard.title } },
  }
  for (const [i, tiles] of dashboard.rows.entries()) {
    const row = rows[i] ?? ''
    const ids = tiles.map((_, k) => `CHART-${dashboard.slug}-${i + 1}-${k + 1}`)
    layout[row] = {
      id: row,
      type: 'ROW',
      children: ids,
      parents: ['ROOT_ID', 'GRID_ID'],
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    }
    for (const [k, tile] of tiles.entries()) {
      const id = ids[k] ?? ''
      const chart = chartOf(tile.chart)
      layout[id] = {
        id,
        type: 'CHART',
        children: [],
        parents: ['ROOT_ID', 'GRID_ID', row],
        meta: { chartId: chart.id, uuid: chart.uuid, sliceName: tile.chart, width: tile.width, height: tile.height },
      }
    }
  }
  return layout
}

/** The metadata of an example dashboard: filters over all of its charts, cross-filters on. */
export function metadataOf(
  dashboard: ExampleDashboard,
  datasetOf: (table: string) => number,
  chartIds: readonly number[],
): Json {
  const scope = { rootPath: ['ROOT_ID'], excluded: [] }
  return {
    color_scheme: 'sightline',
    refresh_frequency: 0,
    expanded_slices: {},
    label_colors: {},
    shared_label_colors: [],
    map_label_colors: {},
    timed_refresh_immune_slices: [],
    cross_filters_enabled: true,
    filter_bar_orientation: 'HORIZONTAL',
    chart_configuration: {},
    global_chart_configuration: { scope, chartsInScope: chartIds },
    native_filter_configuration: dashboard.filters.map((filter) =>
      nativeFilter(dashboard, filter, datasetOf, chartIds),
    ),
  }
}

function nativeFilter(
  dashboard: ExampleDashboard,
  filter: ExampleFilter,
  datasetOf: (table: string) => number,
  chartIds: readonly number[],
): Json {
  const isSelect = filter.kind === 'filter_select'
  return {
    id: `NATIVE_FILTER-${dashboard.slug}-${filter.name.toLowerCase().replace(/\W+/g, '-')}`,
    name: filter.name,
    filterType: filter.kind,
    type: 'NATIVE_FILTER',
    targets: filter.table ? [{ datasetId: datasetOf(filter.table), column: { name: filter.column } }] : [{}],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    chartsInScope: chartIds,
    tabsInScope: [],
    cascadeParentIds: [],
    controlValues: isSelect
      ? { multiSelect: true, enableEmptyFilter: false, searchAllOptions: false, inverseSelection: false }
      : { enableEmptyFilter: false },
    defaultDataMask:
      filter.value === undefined ? { extraFormData: {}, filterState: {}, ownState: {} } : timeMask(filter.value),
    description: '',
  }
}

const timeMask = (value: unknown) => ({ extraFormData: { time_range: value }, filterState: { value }, ownState: {} })
