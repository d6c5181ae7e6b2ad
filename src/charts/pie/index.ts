import { defineChart } from '../chart.ts'
import { pieControls } from './controls.ts'
import { drawPie } from './draw.ts'
import { PieOptions } from './options.ts'
import { pieQuery } from './query.ts'

export const pie = defineChart({
  id: 'pie',
  label: 'Pie',
  description: 'Two to five parts',
  options: PieOptions,
  controls: pieControls,
  canCrossFilter: true,
  query: pieQuery,
  draw: drawPie,
})
