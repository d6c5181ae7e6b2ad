import { defineChart } from '../chart.ts'
import { field, formOptions } from '../parts/form-options.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawLine } from './draw.ts'
import { lineFields } from './options.ts'
import { lineQuery } from './query.ts'

/** The points of lines without the lines. */
export const scatter = defineChart({
  id: 'echarts_timeseries_scatter',
  label: LATER_LABELS.echarts_timeseries_scatter,
  options: formOptions({ ...lineFields, seriesType: field<'scatter'>('seriesType', () => 'scatter', 'scatter') }),
  canCrossFilter: true,
  query: lineQuery,
  draw: drawLine,
})
