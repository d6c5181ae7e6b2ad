import type { AnnotationLayer, QueryObject } from '../../query/query-object.ts'
import { asFlag, asNumber, asRecord, asText, field, listOf, oneOf, type Reader } from './form-options.ts'

const TYPES = ['FORMULA', 'EVENT', 'INTERVAL', 'TIME_SERIES'] as const
const SOURCES = ['', 'NATIVE', 'line', 'table'] as const
const DASHES = ['solid', 'dashed', 'dotted', 'longDashed'] as const
const OPACITIES: Readonly<Record<string, number>> = { opacityLow: 0.2, opacityMedium: 0.5, opacityHigh: 0.8 }

/** One annotation layer of a chart's settings (reference: charts-dashboards A.1.8). */
export interface ChartAnnotation {
  readonly name: string
  readonly type: (typeof TYPES)[number]
  readonly source: (typeof SOURCES)[number]
  /** A formula, or the id of a layer or a chart. */
  readonly value: string | number
  readonly isShown: boolean
  readonly color: string | null
  /** Null is the default of the kind of mark. */
  readonly opacity: number | null
  readonly dash: (typeof DASHES)[number]
  readonly width: number
  readonly hasMarkers: boolean
  readonly hasLabel: boolean
  readonly hidesLine: boolean
  readonly timeColumn: string | null
  readonly intervalEndColumn: string | null
  readonly titleColumn: string | null
  readonly overrides: Readonly<Record<string, unknown>>
  /** Every field as it was saved. */
  readonly saved: Readonly<Record<string, unknown>>
}

const asValue: Reader<string | number> = (value) => asText(value) ?? asNumber(value)

const readLayer: Reader<ChartAnnotation> = (one) => {
  const saved = asRecord(one)
  const name = asText(saved?.name)
  const type = oneOf(TYPES)(saved?.annotationType)
  const value = asValue(saved?.value)
  if (saved === undefined || name === undefined || type === undefined || value === undefined) return undefined
  return {
    name,
    type,
    source: oneOf(SOURCES)(saved.sourceType) ?? '',
    value,
    ...lookOf(saved),
    timeColumn: asText(saved.timeColumn) ?? null,
    intervalEndColumn: asText(saved.intervalEndColumn) ?? null,
    titleColumn: asText(saved.titleColumn) ?? null,
    overrides: asRecord(saved.overrides) ?? {},
    saved,
  }
}

const lookOf = (saved: Readonly<Record<string, unknown>>) => ({
  isShown: asFlag(saved.show) ?? true,
  color: asText(saved.color) ?? null,
  opacity: OPACITIES[asText(saved.opacity) ?? ''] ?? null,
  dash: oneOf(DASHES)(saved.style) ?? 'solid',
  width: Math.max(0, asNumber(saved.width) ?? 1),
  hasMarkers: asFlag(saved.showMarkers) ?? false,
  hasLabel: asFlag(saved.showLabel) ?? false,
  hidesLine: asFlag(saved.hideLine) ?? false,
})

export const annotationLayers = field<readonly ChartAnnotation[]>('annotation_layers', listOf(readLayer), [])

/** The layers as a query names them; one that takes over the time of the chart is given it. */
export function queriedLayers(
  layers: readonly ChartAnnotation[],
  base: Partial<QueryObject>,
): readonly AnnotationLayer[] {
  const timeRange = base.timeRange ?? filteredRange(base)
  return layers.map(({ name, type, source, value, isShown, overrides, saved }) => {
    const { name: _, annotationType, sourceType, value: __, show, overrides: ___, ...rest } = saved
    const takesTime = 'time_range' in overrides && overrides.time_range === null
    return {
      name,
      annotationType: type,
      sourceType: source,
      value,
      show: isShown,
      overrides: takesTime ? { ...overrides, time_range: timeRange } : overrides,
      rest: { showMarkers: false, style: 'solid', ...rest },
    }
  })
}

/** The range of a chart that names it in a filter of its own. */
function filteredRange({ filters = [] }: Partial<QueryObject>): string | null {
  const value = filters.findLast(({ op }) => op === 'TEMPORAL_RANGE')?.value
  return typeof value === 'string' ? value : null
}
