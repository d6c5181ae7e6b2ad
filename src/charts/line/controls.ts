import type { Control } from '../chart.ts'
import { opacityControl } from '../parts/opacity-control.ts'
import { seriesDataControls, seriesStyleControls, stackControl } from '../parts/series-controls.ts'

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
  { ...opacityControl(0.2), isShown: (form) => form.area === true },
  markers,
  zero,
  ...seriesStyleControls,
]
const isStep = ({ value }: { readonly value: unknown }) => value === 'start' || value === 'middle' || value === 'end'
/** A stepped line has the shapes that are steps. */
export const stepControls: readonly Control[] = lineControls.map((control) =>
  control === seriesType ? { ...control, choices: (control.choices ?? []).filter(isStep), default: 'start' } : control,
)
export const areaControls: readonly Control[] = [
  ...seriesDataControls,
  stackControl(['Stack', 'Expand'], 'Stack'),
  opacityControl(0.8),
  seriesType,
  markers,
  ...seriesStyleControls,
]

const isBar = (form: Readonly<Record<string, unknown>>) => form.seriesType === 'bar'
const size: Control = {
  field: 'markerSize',
  kind: 'number',
  section: 'style',
  label: 'Size of the points',
  default: 6,
  range: [1, 100],
}

export const scatterControls: readonly Control[] = [...seriesDataControls, size, zero, ...seriesStyleControls]

/** Settings of a chart that can have every shape. */
export const genericControls: readonly Control[] = [
  ...seriesDataControls,
  {
    ...seriesType,
    choices: [...(seriesType.choices ?? []), { value: 'bar', label: 'Bar' }, { value: 'scatter', label: 'Scatter' }],
  },
  { ...area, isShown: (form) => !isBar(form) },
  { ...opacityControl(0.2), isShown: (form) => form.area === true && !isBar(form) },
  stackControl(['Stack', 'Expand'], null),
  markers,
  zero,
  ...seriesStyleControls,
]
