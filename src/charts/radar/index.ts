import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawRadar } from './draw.ts'
import { RadarOptions } from './options.ts'
import { radarQuery } from './query.ts'

export const radar = defineChart({
  id: 'radar',
  label: LATER_LABELS.radar,
  options: RadarOptions,
  canCrossFilter: true,
  query: radarQuery,
  draw: drawRadar,
})
