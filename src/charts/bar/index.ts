import { defineChart } from '../chart.ts'
import { drawBar } from './draw.ts'
import { BarOptions } from './options.ts'
import { barQuery } from './query.ts'

export const bar = defineChart({
  id: 'echarts_timeseries_bar',
  label: 'Bar',
  options: BarOptions,
  canCrossFilter: true,
  query: barQuery,
  draw: drawBar,
})
