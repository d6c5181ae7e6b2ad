import { asFixedColor, DEFAULT_FIXED_COLOR, type FixedColor } from '../parts/fixed-color.ts'
import {
  asNumber,
  asRecord,
  choice,
  field,
  flag,
  formOptions,
  number,
  type Reader,
  type ReadOptions,
  text,
} from '../parts/form-options.ts'
import { column, columns, metric } from '../parts/form-query-fields.ts'
import { viewport } from '../parts/maps/point-view.ts'
import { spatial } from '../parts/maps/spatial.ts'
import { plainFields } from '../parts/plain-query.ts'

/** How saved charts say the size of points: a number, or a metric. */
const asFixedSize: Reader<number> = (value) => {
  const saved = asRecord(value)
  return saved?.type === 'fix' ? asNumber(saved.value) : undefined
}

const UNITS = ['square_m', 'square_km', 'square_miles', 'radius_m', 'radius_km', 'radius_miles'] as const

export const PointMapOptions = formOptions({
  ...plainFields,
  places: spatial('spatial'),
  dimension: column('dimension'),
  size: metric('size'),
  sizeUnit: choice('point_unit', UNITS, 'square_m'),
  fixedSize: field<number | null>('point_radius_fixed', asFixedSize, null),
  savedSize: field('point_radius_fixed', asRecord, {}),
  multiplier: number('multiplier', 1),
  leastRadius: number('min_radius', 2),
  mostRadius: number('max_radius', 250),
  hasPlacedOnly: flag('filter_nulls', true),
  tooltipColumns: columns('js_columns'),
  colorScheme: text('color_scheme'),
  color: field<FixedColor>('color_picker', asFixedColor, DEFAULT_FIXED_COLOR),
  isFitted: flag('autozoom', true),
  viewport,
  isZoomable: flag('zoomable', true),
  showLegend: flag('show_legend', true),
  numberFormat: text('number_format'),
})
export type PointMapOptions = ReadOptions<typeof PointMapOptions>
