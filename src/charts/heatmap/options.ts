import { choice, field, flag, formOptions, type ReadOptions, text } from '../parts/form-options.ts'
import { column, columns } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { asBounds, currencyField } from '../parts/series-options.ts'

export const HeatmapOptions = formOptions({
  ...plainFields,
  xAxis: column('x_axis'),
  groupby: columns('groupby'),
  normalizeAcross: text('normalize_across'),
  sortX: text('sort_x_axis'),
  sortY: text('sort_y_axis'),
  scheme: text('linear_color_scheme'),
  legendType: choice('legend_type', ['continuous', 'piecewise'], 'continuous'),
  showLegend: flag('show_legend', true),
  showValues: flag('show_values', false),
  showShare: flag('show_percentage', false),
  isNormalized: flag('normalized', false),
  bounds: field<readonly (number | null)[]>('value_bounds', asBounds, [null, null]),
  numberFormat: text('y_axis_format'),
  timeFormat: text('x_axis_time_format'),
  currency: currencyField,
})
export type HeatmapOptions = ReadOptions<typeof HeatmapOptions>
