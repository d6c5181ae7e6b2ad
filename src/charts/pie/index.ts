import { defineChart } from '../chart.ts'
import { drawPie } from './draw.ts'
import { PieOptions } from './options.ts'
import { pieQuery } from './query.ts'

export const pie = defineChart({
  id: 'pie',
  label: 'Pie',
  options: PieOptions,
  canCrossFilter: true,
  query: pieQuery,
  draw: drawPie,
})
