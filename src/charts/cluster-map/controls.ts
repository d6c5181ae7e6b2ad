import type { Control } from '../chart.ts'
import { filtersControl, numberFormatControl, rowLimitControl } from '../parts/controls.ts'

export const clusterMapControls: readonly Control[] = [
  { field: 'all_columns_x', kind: 'column', section: 'data', label: 'Longitude', isRequired: true },
  { field: 'all_columns_y', kind: 'column', section: 'data', label: 'Latitude', isRequired: true },
  { field: 'mapbox_label', kind: 'columns', section: 'data', label: 'Values of clusters', default: [] },
  {
    field: 'pandas_aggfunc',
    kind: 'select',
    section: 'data',
    label: 'Values together',
    choices: [
      { value: 'sum', label: 'Sum' },
      { value: 'mean', label: 'Mean' },
      { value: 'min', label: 'Minimum' },
      { value: 'max', label: 'Maximum' },
      { value: 'std', label: 'Standard deviation' },
      { value: 'var', label: 'Variance' },
    ],
    default: 'sum',
  },
  filtersControl,
  rowLimitControl(10_000),
  {
    field: 'clustering_radius',
    kind: 'number',
    section: 'style',
    label: 'Points nearer than this are one, pixels',
    range: [0, 500],
    default: 60,
  },
  {
    field: 'global_opacity',
    kind: 'number',
    section: 'style',
    label: 'Opacity',
    range: [0, 1],
    default: 1,
  },
  { field: 'autozoom', kind: 'toggle', section: 'style', label: 'Show where points are', default: false },
  { field: 'zoomable', kind: 'toggle', section: 'style', label: 'Can be zoomed and moved', default: true },
  numberFormatControl('number_format'),
]
