import {
  asNumber,
  asRecord,
  choice,
  field,
  flag,
  formOptions,
  type Reader,
  type ReadOptions,
  recordOf,
  text,
} from '../parts/form-options.ts'
import { columns, metric, metrics } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

/** Where an axis begins and ends; null is left to the data. */
interface AxisRange {
  readonly min: number | null
  readonly max: number | null
}

const asAxisRange: Reader<AxisRange> = (value) => {
  const saved = asRecord(value)
  if (saved === undefined) return undefined
  return { min: asNumber(saved.radarMetricMinValue) ?? null, max: asNumber(saved.radarMetricMaxValue) ?? null }
}

export const RadarOptions = formOptions({
  ...plainFields,
  groupby: columns('groupby'),
  metrics: metrics('metrics'),
  seriesLimitMetric: metric('series_limit_metric'),
  sortBy: metric('timeseries_limit_metric'),
  /** By the name of the metric. */
  ranges: field<Readonly<Record<string, AxisRange>>>('column_config', recordOf(asAxisRange), {}),
  colorScheme: text('color_scheme'),
  showLabels: flag('show_labels', true),
  labelType: choice('label_type', ['value', 'key_value'], 'value'),
  labelPosition: text('label_position', 'top'),
  showLegend: flag('show_legend', true),
  isCircle: flag('is_circle', false),
  numberFormat: text('number_format'),
  currency: currencyField,
  timeFormat: text('date_format'),
})
export type RadarOptions = ReadOptions<typeof RadarOptions>
