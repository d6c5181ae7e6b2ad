import { defineChart } from '../chart.ts'
import { field, formOptions, oneOf } from '../parts/form-options.ts'
import { drawLine } from './draw.ts'
import { AreaOptions, LineOptions, lineFields } from './options.ts'
import { lineQuery } from './query.ts'

const shared = { canCrossFilter: true, query: lineQuery, draw: drawLine } as const

export const line = defineChart({
  ...shared,
  id: 'echarts_timeseries_line',
  label: 'Line',
  options: LineOptions,
})

export const area = defineChart({
  ...shared,
  id: 'echarts_area',
  label: 'Area',
  options: AreaOptions,
})

export const smoothLine = defineChart({
  ...shared,
  id: 'echarts_timeseries_smooth',
  label: 'Smooth line',
  options: formOptions({ ...lineFields, seriesType: field<'smooth'>('seriesType', () => 'smooth', 'smooth') }),
})

export const stepLine = defineChart({
  ...shared,
  id: 'echarts_timeseries_step',
  label: 'Step',
  options: formOptions({ ...lineFields, seriesType: field('seriesType', oneOf(['start', 'middle', 'end']), 'start') }),
})
