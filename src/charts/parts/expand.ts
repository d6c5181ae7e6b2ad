import { numberFormatter } from './number-format.ts'
import type { SeriesScene } from './series-scene.ts'

/** Turns values into shares of the total at each place of the x-axis: a stack that always reaches 100 %. */
export function expandShares(scene: SeriesScene, isExpanded: boolean): SeriesScene {
  if (!isExpanded) return scene
  const totals = scene.model.xValues.map((_, row) =>
    scene.model.series.reduce((sum, one) => sum + Math.abs(one.values[row] ?? 0), 0),
  )
  const share = (value: number | null, row: number) => {
    const total = totals[row] ?? 0
    return value === null || total === 0 ? null : value / total
  }
  const series = scene.model.series.map((one) => {
    const values = one.values.map(share)
    return { ...one, values, raw: values }
  })
  return {
    ...scene,
    model: { ...scene.model, series },
    isPercent: true,
    writeAxis: numberFormatter(',.0%'),
    writeValue: numberFormatter(',.1%'),
  }
}
