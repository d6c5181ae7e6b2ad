import { type ChartId, findChart } from '../../charts/charts.ts'
import type { ChartTheme } from '../../charts/parts/tokens.ts'
import type { EChartsType, Renderer } from './chart-echarts.ts'

interface Wanted {
  readonly legend?: { readonly show?: boolean }
  readonly title?: { readonly show?: boolean }
  readonly dataZoom?: readonly unknown[]
  readonly visualMap?: unknown
  readonly series?: readonly {
    readonly type?: string
    readonly label?: unknown
    readonly markLine?: unknown
    readonly markArea?: unknown
  }[]
}

/** Parts of the picture library that a drawing cannot do without: those of its series have the names of their types. */
const PARTS = {
  line: () => import('./chart-echarts/line.ts'),
  bar: () => import('./chart-echarts/bar.ts'),
  pie: () => import('./chart-echarts/pie.ts'),
  heatmap: () => import('./chart-echarts/heatmap.ts'),
  treemap: () => import('./chart-echarts/treemap.ts'),
  sunburst: () => import('./chart-echarts/sunburst.ts'),
  sankey: () => import('./chart-echarts/sankey.ts'),
  graph: () => import('./chart-echarts/graph.ts'),
  funnel: () => import('./chart-echarts/funnel.ts'),
  boxplot: () => import('./chart-echarts/boxplot.ts'),
  radar: () => import('./chart-echarts/radar.ts'),
  gauge: () => import('./chart-echarts/gauge.ts'),
  parallel: () => import('./chart-echarts/parallel.ts'),
  candlestick: () => import('./chart-echarts/candlestick.ts'),
  tree: () => import('./chart-echarts/tree.ts'),
  chord: () => import('./chart-echarts/chord.ts'),
  custom: () => import('./chart-echarts/custom.ts'),
  scale: () => import('./chart-echarts/scale.ts'),
  labels: () => import('./chart-echarts/labels.ts'),
  legend: () => import('./chart-echarts/legend.ts'),
  zoom: () => import('./chart-echarts/zoom.ts'),
  marks: () => import('./chart-echarts/marks.ts'),
  title: () => import('./chart-echarts/title.ts'),
  canvas: () => import('./chart-echarts/canvas.ts'),
} as const
export type PartName = keyof typeof PARTS

/** Which parts a drawing needs before it is shown. */
export function neededParts(option: object, renderer: Renderer): readonly PartName[] {
  const { legend, title, dataZoom, visualMap, series = [] } = option as Wanted
  const types = new Set(series.map(({ type }) => type))
  const needs: Partial<Record<PartName, boolean>> = {
    labels: types.has('scatter') || series.some((one) => one.label !== undefined),
    legend: legend?.show === true,
    zoom: (dataZoom ?? []).length > 0,
    marks: series.some((one) => one.markLine !== undefined || one.markArea !== undefined),
    scale: visualMap !== undefined,
    title: title?.show === true,
    canvas: renderer === 'canvas',
  }
  return (Object.keys(PARTS) as PartName[]).filter((part) => needs[part] ?? types.has(part))
}

type Core = typeof import('./chart-echarts.ts')

let core: Core | null = null
const loaded = new Set<string>()

/** Loads the library and what is missing of some parts. */
export async function loadPicture(parts: readonly PartName[]): Promise<void> {
  const missing = parts.filter((part) => !loaded.has(part))
  const wanted = [loadCore(), ...missing.map((part) => PARTS[part]().then(() => loaded.add(part)))]
  await Promise.all(wanted)
}

async function loadCore(): Promise<void> {
  core ??= await import('./chart-echarts.ts')
}

const WITHOUT_PICTURE = new Set<string>([
  'table',
  'big_number',
  'big_number_total',
  'pop_kpi',
  'time_table',
  'paired_ttest',
  'handlebars',
  'pivot_table_v2',
] satisfies ChartId[])

/** Loads the library ahead, while the rows of the first charts are on their way. */
export function expectPictures(vizTypes: readonly string[]): void {
  const isPicture = (type: string) => !WITHOUT_PICTURE.has(findChart(type)?.id ?? 'table')
  // A library that does not arrive is told by the chart that needs it.
  if (vizTypes.some(isPicture)) loadCore().catch(() => undefined)
}

/** A picture in an element; `loadPicture` has come to its end before. */
export function createPicture(element: HTMLElement, theme: ChartTheme, renderer: Renderer): EChartsType {
  if (core === null) throw new Error('The picture library is not loaded')
  return core.createPicture(element, theme, renderer)
}

export const isTooltipLoaded = () => loaded.has('tooltip')

/** The tooltip is needed first when somebody points: it loads after the pictures. */
export async function loadTooltip(): Promise<void> {
  if (isTooltipLoaded()) return
  await import('./chart-echarts/tooltip.ts')
  loaded.add('tooltip')
}
