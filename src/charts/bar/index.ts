import { defineChart } from '../chart.ts'
import { barControls } from './controls.ts'
import { drawBar } from './draw.ts'
import { BarOptions } from './options.ts'
import { barQuery } from './query.ts'

export const bar = defineChart({
  id: 'echarts_timeseries_bar',
  label: 'Bar',
  description: 'Compare groups',
  options: BarOptions,
  controls: barControls,
  canCrossFilter: true,
  query: barQuery,
  draw: drawBar,
})
