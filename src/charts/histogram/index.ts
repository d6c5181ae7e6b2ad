import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawHistogram } from './draw.ts'
import { HistogramOptions } from './options.ts'
import { histogramQuery } from './query.ts'

export const histogram = defineChart({
  id: 'histogram_v2',
  label: LATER_LABELS.histogram_v2,
  options: HistogramOptions,
  canCrossFilter: false,
  query: histogramQuery,
  draw: drawHistogram,
})
