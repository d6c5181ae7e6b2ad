import type { Control } from '../chart.ts'
import { colorSchemeControl, filtersControl, numberFormatControl, rowLimitControl } from '../parts/controls.ts'
import { DEFAULT_FIXED_COLOR } from '../parts/fixed-color.ts'

type Form = Readonly<Record<string, unknown>>
const hasGroups = (form: Form) => Boolean(form.dimension)

export const pointMapControls: readonly Control[] = [
  { field: 'spatial', kind: 'spatial', section: 'data', label: 'Places', isRequired: true },
  { field: 'dimension', kind: 'column', section: 'data', label: 'Coloured by', default: null },
  { field: 'size', kind: 'metric', section: 'data', label: 'Size of points' },
  { field: 'js_columns', kind: 'columns', section: 'data', label: 'Also in the tooltip', default: [] },
  filtersControl,
  rowLimitControl(10_000),
  { ...colorSchemeControl, isShown: hasGroups },
  {
    field: 'color_picker',
    kind: 'color',
    section: 'style',
    label: 'Colour of points',
    default: DEFAULT_FIXED_COLOR,
    isShown: (form) => !hasGroups(form),
  },
  {
    field: 'min_radius',
    kind: 'number',
    section: 'style',
    label: 'Least radius, pixels',
    range: [0.5, 100],
    default: 2,
  },
  {
    field: 'max_radius',
    kind: 'number',
    section: 'style',
    label: 'Largest radius, pixels',
    range: [1, 250],
    default: 250,
  },
  { field: 'autozoom', kind: 'toggle', section: 'style', label: 'Show where points are', default: true },
  { field: 'zoomable', kind: 'toggle', section: 'style', label: 'Can be zoomed and moved', default: true },
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  numberFormatControl('number_format'),
]
