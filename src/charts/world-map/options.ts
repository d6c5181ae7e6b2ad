import { asFixedColor, DEFAULT_FIXED_COLOR, type FixedColor } from '../parts/fixed-color.ts'
import { choice, field, flag, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { column, metric } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'
import { REGION_IDS } from './regions.ts'

export const WorldMapOptions = formOptions({
  ...plainFields,
  entity: column('entity'),
  countryKind: choice('country_fieldtype', ['name', 'cioc', 'cca2', 'cca3'], 'cca2'),
  secondMetric: metric('secondary_metric'),
  showBubbles: flag('show_bubbles', false),
  maxBubbleSize: number('max_bubble_size', 25),
  bubbleColor: field<FixedColor>('color_picker', asFixedColor, DEFAULT_FIXED_COLOR),
  colorBy: choice('color_by', ['metric', 'country'], 'metric'),
  scheme: text('linear_color_scheme'),
  region: choice('map_region', REGION_IDS, 'world'),
  isZoomable: flag('zoomable', true),
  showLegend: flag('show_legend', true),
  numberFormat: text('y_axis_format'),
  currency: currencyField,
})
export type WorldMapOptions = ReadOptions<typeof WorldMapOptions>
