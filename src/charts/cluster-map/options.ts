import {
  asNumber,
  asText,
  field,
  flag,
  formOptions,
  listOf,
  number,
  type ReadOptions,
  text,
} from '../parts/form-options.ts'
import { column, columns } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'

export const ClusterMapOptions = formOptions({
  ...plainFields,
  longitude: column('all_columns_x'),
  latitude: column('all_columns_y'),
  groupby: columns('groupby'),
  clusterRadius: number('clustering_radius', 60),
  /** A column of numbers, where points are not as large as clusters. */
  pointRadius: text('point_radius'),
  pointUnit: text('point_radius_unit', 'Pixels'),
  /** The values that clusters show; `count` is how many points they are of. */
  labels: field<readonly string[]>('mapbox_label', listOf(asText), []),
  aggregate: text('pandas_aggfunc', 'sum'),
  color: text('mapbox_color'),
  opacity: number('global_opacity', 1),
  east: field<number | null>('viewport_longitude', asNumber, null),
  north: field<number | null>('viewport_latitude', asNumber, null),
  zoom: field<number | null>('viewport_zoom', asNumber, null),
  isFitted: flag('autozoom', false),
  isZoomable: flag('zoomable', true),
  numberFormat: text('number_format'),
})
export type ClusterMapOptions = ReadOptions<typeof ClusterMapOptions>
