import { labelStyle, valueAxis } from './axis.ts'
import type { SeriesOptions, SeriesScene } from './series-scene.ts'

/** The value axis: from zero, unless a line may leave it out; bounds and logarithm as chosen. */
export function yAxisOptions(options: SeriesOptions, scene: SeriesScene, mayLeaveZero: boolean) {
  const { tokens } = scene
  const [least = null, most = null] = options.yAxisBounds
  const hasValues = scene.model.series.some((one) => one.values.some((value) => value !== null))
  const isCounting = scene.model.series.every((one) => one.values.every((value) => Number.isInteger(value ?? 0)))
  return {
    ...valueAxis(tokens, scene.writeAxis),
    // Between two things that are counted nothing lies.
    ...(isCounting && !scene.isPercent ? { minInterval: 1 } : {}),
    ...(options.logAxis ? { type: 'log' } : {}),
    scale: mayLeaveZero && options.truncateYAxis,
    ...(least === null ? {} : { min: least }),
    ...(most === null ? {} : { max: most }),
    ...(hasValues ? {} : { min: 0, max: 1 }),
    ...(scene.isPercent && options.stack === 'Expand' ? { max: 1 } : {}),
    ...(options.yAxisTitle
      ? {
          name: options.yAxisTitle,
          nameLocation: 'end',
          nameGap: 8,
          nameTextStyle: { ...labelStyle(tokens), align: 'left', padding: [0, 0, 0, -8] },
        }
      : {}),
  }
}

export function zoomOptions(isZoomable: boolean): { readonly dataZoom?: readonly object[] } {
  if (!isZoomable) return {}
  return {
    dataZoom: [
      { type: 'slider', height: 18, bottom: 2, showDetail: false, brushSelect: false },
      { type: 'inside', zoomOnMouseWheel: 'ctrl' },
    ],
  }
}
