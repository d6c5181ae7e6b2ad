import type { Control } from '../chart.ts'
import { seriesDataControls, seriesStyleControls, stackControl } from '../parts/controls.ts'

const seriesType: Control = {
  field: 'seriesType',
  kind: 'select',
  section: 'style',
  label: 'Shape',
  choices: [
    { value: 'line', label: 'Straight' },
    { value: 'smooth', label: 'Smooth' },
    { value: 'start', label: 'Step at the start' },
    { value: 'middle', label: 'Step in the middle' },
    { value: 'end', label: 'Step at the end' },
  ],
  default: 'line',
}
const markers: Control = { field: 'markerEnabled', kind: 'toggle', section: 'style', label: 'Markers', default: false }
const zero: Control = {
  field: 'truncateYAxis',
  kind: 'toggle',
  section: 'style',
  label: 'Axis may leave out zero',
  default: false,
}
const area: Control = { field: 'area', kind: 'toggle', section: 'style', label: 'Fill below the line', default: false }

export const lineControls: readonly Control[] = [
  ...seriesDataControls,
  seriesType,
  area,
  markers,
  zero,
  ...seriesStyleControls,
]
export const areaControls: readonly Control[] = [
  ...seriesDataControls,
  stackControl(['Stack', 'Expand'], 'Stack'),
  seriesType,
  markers,
  ...seriesStyleControls,
]
