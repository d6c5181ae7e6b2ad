import { categoryLabels, LISTED_LABELS } from '../parts/category-labels.ts'
import { categoryText } from '../parts/frame.ts'
import type { SeriesScene } from '../parts/series-scene.ts'
import { type Places, timePlaces } from '../parts/time-places.ts'
import type { BarOptions } from './options.ts'

export function placesOf(options: BarOptions, scene: SeriesScene, width: number): Places {
  const { xKind, xValues } = scene.model
  if (xKind === 'time' && xValues.every((value) => value != null))
    return timePlaces(xValues, { format: options.xAxisTimeFormat, grain: options.timeGrain, width })
  const labels = xValues.map((value) => (xKind === 'category' ? categoryText(value) : scene.writeX(value)))
  const rows = labels.map((_, index) => index)
  if (options.orientation === 'horizontal') return { labels, rows, times: [], labelStyle: LISTED_LABELS }
  return { labels, rows, labelStyle: categoryLabels(labels.length, width), times: [] }
}
