import { defineChart } from '../chart.ts'
import { field, formOptions, oneOf } from '../parts/form-options.ts'
import { areaControls, lineControls } from './controls.ts'
import { drawLine } from './draw.ts'
import { AreaOptions, LineOptions, lineFields } from './options.ts'
import { lineQuery } from './query.ts'

const shared = { canCrossFilter: true, query: lineQuery, draw: drawLine } as const

export const line = defineChart({
  ...shared,
  id: 'echarts_timeseries_line',
  label: 'Line',
  description: 'Change over time',
  options: LineOptions,
  controls: lineControls,
})

export const area = defineChart({
  ...shared,
  id: 'echarts_area',
  label: 'Area',
  description: 'Parts over time',
  options: AreaOptions,
  controls: areaControls,
})

export const smoothLine = defineChart({
  ...shared,
  id: 'echarts_timeseries_smooth',
  label: 'Smooth line',
  description: 'Change over time, rounded',
  options: formOptions({ ...lineFields, seriesType: field<'smooth'>('seriesType', () => 'smooth', 'smooth') }),
  controls: lineControls.filter((control) => control.field !== 'seriesType'),
})

export const stepLine = defineChart({
  ...shared,
  id: 'echarts_timeseries_step',
  label: 'Step',
  description: 'State that jumps',
  options: formOptions({ ...lineFields, seriesType: field('seriesType', oneOf(['start', 'middle', 'end']), 'start') }),
  controls: lineControls,
})
