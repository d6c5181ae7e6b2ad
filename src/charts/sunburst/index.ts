import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawSunburst } from './draw.ts'
import { SunburstOptions } from './options.ts'
import { sunburstQuery } from './query.ts'

export const sunburst = defineChart({
  id: 'sunburst_v2',
  label: LATER_LABELS.sunburst_v2,
  options: SunburstOptions,
  canCrossFilter: true,
  query: sunburstQuery,
  draw: drawSunburst,
})
