import {
  type ChartConfiguration,
  EVERYWHERE,
  type FilterConfig,
  type GlobalChartConfiguration,
} from '../data-mask/filter-config.ts'

import { isTimeZone } from '../time-range/zone.ts'

export type FilterBarOrientation = 'HORIZONTAL' | 'VERTICAL'

/** The settings of a dashboard, read from `json_metadata`. `rest` keeps what is not known here. */
export interface Metadata {
  readonly colorScheme: string | null
  readonly colorNamespace: string | null
  readonly colorSchemeDomain: readonly string[]
  readonly labelColors: Readonly<Record<string, string>>
  readonly sharedLabelColors: readonly string[]
  readonly mapLabelColors: Readonly<Record<string, string>>
  readonly refreshFrequencySec: number
  readonly staggerRefresh: boolean
  readonly staggerTimeMs: number
  readonly expandedCharts: Readonly<Record<string, boolean>>
  readonly refreshImmuneChartIds: readonly number[]
  readonly isCrossFilteringEnabled: boolean
  readonly filterBarOrientation: FilterBarOrientation
  /** The zone whose clock relative times are read by; null leaves that of the reader. */
  readonly timeZone: string | null
  readonly filters: readonly FilterConfig[]
  readonly chartConfiguration: ChartConfiguration
  readonly globalChartConfiguration: GlobalChartConfiguration
  readonly rest: Readonly<Record<string, unknown>>
}

export const MIN_STAGGER_MS = 5_000

/** Reads `json_metadata`; what is missing or of a wrong kind has its default. */
export function parseMetadata(text: string | null): Metadata {
  const raw = objectOf(parsed(text))
  const { positions: _positions, ...known } = raw
  return {
    colorScheme: textOr(known.color_scheme, null),
    colorNamespace: textOr(known.color_namespace, null),
    colorSchemeDomain: textList(known.color_scheme_domain),
    labelColors: textMap(known.label_colors),
    sharedLabelColors: sharedLabels(known.shared_label_colors),
    mapLabelColors: textMap(known.map_label_colors),
    refreshFrequencySec: numberOr(known.refresh_frequency, 0),
    staggerRefresh: known.stagger_refresh !== false,
    staggerTimeMs: Math.max(MIN_STAGGER_MS, numberOr(known.stagger_time, MIN_STAGGER_MS)),
    expandedCharts: objectOf(known.expanded_slices) as Record<string, boolean>,
    refreshImmuneChartIds: numberList(known.timed_refresh_immune_slices),
    isCrossFilteringEnabled: known.cross_filters_enabled !== false,
    filterBarOrientation: known.filter_bar_orientation === 'VERTICAL' ? 'VERTICAL' : 'HORIZONTAL',
    timeZone: zoneOr(known.timezone, null),
    filters: filterList(known.native_filter_configuration),
    chartConfiguration: chartConfiguration(known.chart_configuration),
    globalChartConfiguration: globalConfiguration(known.global_chart_configuration),
    rest: Object.fromEntries(Object.entries(known).filter(([key]) => !OWN_KEYS.has(key))),
  }
}

/** The settings under their names in `json_metadata`. */
export function metadataOf(metadata: Metadata): Record<string, unknown> {
  return {
    ...metadata.rest,
    color_scheme: metadata.colorScheme ?? '',
    color_namespace: metadata.colorNamespace,
    color_scheme_domain: metadata.colorSchemeDomain,
    label_colors: metadata.labelColors,
    shared_label_colors: metadata.sharedLabelColors,
    map_label_colors: metadata.mapLabelColors,
    refresh_frequency: metadata.refreshFrequencySec,
    stagger_refresh: metadata.staggerRefresh,
    stagger_time: metadata.staggerTimeMs,
    expanded_slices: metadata.expandedCharts,
    timed_refresh_immune_slices: metadata.refreshImmuneChartIds,
    cross_filters_enabled: metadata.isCrossFilteringEnabled,
    filter_bar_orientation: metadata.filterBarOrientation,
    timezone: metadata.timeZone,
    native_filter_configuration: metadata.filters,
    chart_configuration: metadata.chartConfiguration,
    global_chart_configuration: metadata.globalChartConfiguration,
  }
}

const OWN_KEYS: ReadonlySet<string> = new Set([
  'color_scheme',
  'color_namespace',
  'color_scheme_domain',
  'label_colors',
  'shared_label_colors',
  'map_label_colors',
  'refresh_frequency',
  'stagger_refresh',
  'stagger_time',
  'expanded_slices',
  'timed_refresh_immune_slices',
  'cross_filters_enabled',
  'filter_bar_orientation',
  'timezone',
  'native_filter_configuration',
  'chart_configuration',
  'global_chart_configuration',
])

function parsed(text: string | null): unknown {
  if (!text) return {}
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function filterList(value: unknown): readonly FilterConfig[] {
  if (!Array.isArray(value)) return []
  return value
    .map(objectOf)
    .filter((entry) => typeof entry.id === 'string')
    .map(filterFrom)
}

function filterFrom(raw: Record<string, unknown>): FilterConfig {
  if (raw.type === 'DIVIDER') {
    return {
      ...raw,
      id: String(raw.id),
      type: 'DIVIDER',
      title: String(raw.title ?? ''),
      description: String(raw.description ?? ''),
    }
  }
  const scope = objectOf(raw.scope)
  return {
    ...raw,
    id: String(raw.id),
    type: 'NATIVE_FILTER',
    filterType: (raw.filterType as 'filter_select' | undefined) ?? 'filter_select',
    name: String(raw.name ?? ''),
    description: String(raw.description ?? ''),
    targets: Array.isArray(raw.targets) ? raw.targets.map(objectOf) : [],
    scope: {
      rootPath: Array.isArray(scope.rootPath) ? textList(scope.rootPath) : EVERYWHERE.rootPath,
      excluded: numberList(scope.excluded),
    },
    controlValues: objectOf(raw.controlValues),
    defaultDataMask: objectOf(raw.defaultDataMask),
    cascadeParentIds: textList(raw.cascadeParentIds),
  }
}

function chartConfiguration(value: unknown): ChartConfiguration {
  const entries = Object.entries(objectOf(value)).flatMap(([id, entry]) => {
    const own = objectOf(entry)
    const cross = objectOf(own.crossFilters)
    if (Object.keys(cross).length === 0) return []
    const scope = objectOf(cross.scope)
    const isCustom = Array.isArray(scope.rootPath)
    const crossFilters = {
      scope: isCustom
        ? { rootPath: textList(scope.rootPath), excluded: numberList(scope.excluded) }
        : ('global' as const),
      chartsInScope: numberList(cross.chartsInScope),
    }
    return [[id, { ...own, id: Number(id), crossFilters }] as const]
  })
  return Object.fromEntries(entries)
}

function globalConfiguration(value: unknown): GlobalChartConfiguration {
  const raw = objectOf(value)
  const scope = objectOf(raw.scope)
  return {
    scope: Array.isArray(scope.rootPath)
      ? { rootPath: textList(scope.rootPath), excluded: numberList(scope.excluded) }
      : EVERYWHERE,
    chartsInScope: numberList(raw.chartsInScope),
  }
}

/** A list of labels; dashboards of an earlier format hold them as the keys of a map. */
function sharedLabels(value: unknown): readonly string[] {
  return Array.isArray(value) ? textList(value) : Object.keys(textMap(value))
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function textMap(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(objectOf(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

function numberList(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'number') : []
}

function textOr<Fallback>(value: unknown, fallback: Fallback): string | Fallback {
  return typeof value === 'string' && value !== '' ? value : fallback
}

function zoneOr<Fallback>(value: unknown, fallback: Fallback): string | Fallback {
  return typeof value === 'string' && isTimeZone(value) ? value : fallback
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback
}
