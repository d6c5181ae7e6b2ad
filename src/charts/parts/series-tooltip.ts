import { exactNumber, toNumber } from './number-format.ts'
import type { OneSeries } from './series-model.ts'
import type { SeriesScene } from './series-scene.ts'
import { type TooltipRow, tooltipBox, tooltipHtml } from './tooltip.ts'

interface Point {
  readonly dataIndex: number
  readonly seriesId?: string
  readonly seriesName?: string
}
const MAX_UNSTACKED = 12

/** One pop-over for all series at a place of the x-axis. `rowOf` finds the row of a point. */
export function axisTooltip(
  scene: SeriesScene,
  style: { readonly isLine: boolean; readonly isStacked: boolean; readonly hasOwnFormat: boolean },
  rowOf: (dataIndex: number) => number | undefined = (index) => index,
) {
  return {
    ...tooltipBox(scene.tokens),
    trigger: 'axis',
    formatter: (input: Point | readonly Point[]) => {
      const points = Array.isArray(input) ? (input as readonly Point[]) : [input as Point]
      const first = points.find((point) => scene.model.series.some((one) => one.name === point.seriesName))
      const row = first && rowOf(first.dataIndex)
      if (row === undefined) return ''
      const rows = rowsAt(scene, points, row, style)
      return tooltipHtml(
        scene.writeX(scene.model.xValues[row]),
        rows,
        footOf(scene, row, style.isStacked),
        scene.tokens,
      )
    },
  }
}

function rowsAt(
  scene: SeriesScene,
  points: readonly Point[],
  row: number,
  style: { readonly isLine: boolean; readonly isStacked: boolean; readonly hasOwnFormat: boolean },
): readonly TooltipRow[] {
  const named = new Set(points.map((point) => point.seriesName))
  const present = scene.model.series.filter((one) => named.has(one.name) && one.values[row] != null)
  const ordered = style.isStacked
    ? present.toReversed()
    : present.toSorted((a, b) => (b.values[row] ?? 0) - (a.values[row] ?? 0))
  const kept = style.isStacked ? ordered : ordered.slice(0, Math.max(MAX_UNSTACKED, 1))
  return kept.map((one) => ({
    name: one.name,
    color: scene.colorOf(one),
    isLine: style.isLine,
    value: valueText(scene, one, row, style.hasOwnFormat),
  }))
}

/** A value, and where it is foreseen, between which two it is thought to lie. */
function valueText(scene: SeriesScene, { values, raw, band }: OneSeries, row: number, hasOwnFormat: boolean): string {
  const text = hasOwnFormat ? scene.writeValue(values[row] ?? null) : exactText(scene, raw[row])
  const ends = band?.[row]?.map(scene.writeAxis)
  return ends ? `${text} (${ends.join(' – ')})` : text
}

function exactText(scene: SeriesScene, cell: unknown): string {
  return typeof cell === 'string' ? exactNumber(cell) : scene.writeValue(toNumber(cell))
}

function footOf(scene: SeriesScene, row: number, isStacked: boolean): string | null {
  if (!isStacked || scene.model.series.length < 2) return null
  const total = scene.model.series.reduce((sum, one) => sum + (one.values[row] ?? 0), 0)
  return `Total ${scene.writeValue(total)}`
}
