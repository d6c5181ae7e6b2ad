import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawWaterfall } from './draw.ts'
import { WaterfallOptions } from './options.ts'
import { waterfallQuery } from './query.ts'

export const waterfall = defineChart({
  id: 'waterfall',
  label: LATER_LABELS.waterfall,
  options: WaterfallOptions,
  canCrossFilter: false,
  query: waterfallQuery,
  draw: drawWaterfall,
})
