import type { Renderer } from './chart-echarts.ts'

interface Wanted {
  readonly legend?: { readonly show?: boolean }
  readonly title?: { readonly show?: boolean }
  readonly dataZoom?: readonly unknown[]
  readonly series?: readonly { readonly type?: string; readonly label?: unknown }[]
}

/** Parts of the picture library that a drawing cannot do without. */
const PARTS = {
  bar: () => import('./chart-echarts/bar.ts'),
  pie: () => import('./chart-echarts/pie.ts'),
  labels: () => import('./chart-echarts/labels.ts'),
  legend: () => import('./chart-echarts/legend.ts'),
  zoom: () => import('./chart-echarts/zoom.ts'),
  title: () => import('./chart-echarts/title.ts'),
  canvas: () => import('./chart-echarts/canvas.ts'),
} as const
export type PartName = keyof typeof PARTS

/** Which parts a drawing needs before it is shown. */
export function neededParts(option: object, renderer: Renderer): readonly PartName[] {
  const { legend, title, dataZoom, series = [] } = option as Wanted
  const has = (type: string) => series.some((one) => one.type === type)
  const needs: Readonly<Record<PartName, boolean>> = {
    bar: has('bar'),
    pie: has('pie'),
    labels: has('scatter') || series.some((one) => one.label !== undefined),
    legend: legend?.show === true,
    zoom: (dataZoom ?? []).length > 0,
    title: title?.show === true,
    canvas: renderer === 'canvas',
  }
  return (Object.keys(PARTS) as PartName[]).filter((part) => needs[part])
}

const loaded = new Set<string>()

/** Loads what is missing of some parts. */
export async function loadParts(parts: readonly PartName[]): Promise<void> {
  const missing = parts.filter((part) => part in PARTS && !loaded.has(part))
  await Promise.all(missing.map((part) => PARTS[part]().then(() => loaded.add(part))))
}

/** The tooltip is needed first when somebody points: it loads after the picture. */
export function loadTooltip(): true | Promise<unknown> {
  if (loaded.has('tooltip')) return true
  return import('./chart-echarts/tooltip.ts').then(() => loaded.add('tooltip'))
}
