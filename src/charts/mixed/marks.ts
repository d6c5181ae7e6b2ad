import { fade } from '../parts/color-schemes.ts'
import type { OneSeries } from '../parts/series-model.ts'
import type { SeriesScene } from '../parts/series-scene.ts'
import type { MixedHalf } from './options.ts'

/** One of the two questions, and what it is drawn from. */
export interface Half {
  readonly id: 'first' | 'second'
  readonly options: MixedHalf
  readonly scene: SeriesScene
}

const AREA_OPACITY = 0.2
const BAR_PX = 28
const VALUE_DOT_PX = 3

/** A series of a half, as bars, points or a line of its shape. */
export function mixedSeries({ id, options, scene }: Half, one: OneSeries, xOf: (row: number) => unknown) {
  const color = scene.colorOf(one)
  const isFaded = scene.isFaded(one)
  const isStacked = options.stack !== null
  return {
    ...shapeOf(options),
    id: `${id} ${one.name}`,
    name: one.name,
    data: one.values.map((value, row) => [xOf(row), value]),
    yAxisIndex: options.axis,
    stack: isStacked ? id : undefined,
    connectNulls: false,
    silent: one.isMuted,
    z: options.seriesType === 'bar' ? 2 : 3,
    lineStyle: {
      width: one.isMuted ? 1.25 : 1.75,
      color,
      type: one.offset === null ? 'solid' : [4, 3],
      opacity: isFaded ? 0.25 : 1,
    },
    itemStyle: { color: isFaded ? fade(color, 0.28) : color },
    areaStyle: options.isArea ? { color: fade(color, isFaded ? 0.05 : (options.opacity ?? AREA_OPACITY)) } : undefined,
    label: options.showValue ? valueLabel(scene, one) : undefined,
  }
}

function shapeOf({ seriesType, hasMarkers, markerSize, showValue }: MixedHalf) {
  if (seriesType === 'bar') return { type: 'bar', barMaxWidth: BAR_PX }
  const isSmall = showValue && !hasMarkers && seriesType !== 'scatter'
  const symbol = {
    showSymbol: hasMarkers || showValue,
    symbol: 'circle',
    symbolSize: isSmall ? VALUE_DOT_PX : (markerSize ?? 6),
  }
  if (seriesType === 'scatter') return { type: 'scatter', ...symbol }
  if (seriesType === 'smooth') return { type: 'line', smooth: true, ...symbol }
  const isStep = seriesType === 'start' || seriesType === 'middle' || seriesType === 'end'
  return { type: 'line', ...(isStep ? { step: seriesType } : {}), ...symbol }
}

const valueLabel = (scene: SeriesScene, one: OneSeries) => ({
  show: true,
  position: 'top',
  color: scene.tokens.text2,
  fontSize: 11,
  formatter: ({ dataIndex }: { readonly dataIndex: number }) => scene.writeAxis(one.values[dataIndex] ?? null),
})
