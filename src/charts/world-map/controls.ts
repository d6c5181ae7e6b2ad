import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  largestFirstControl,
  metricControl,
  numberFormatControl,
  rowLimitControl,
} from '../parts/controls.ts'
import { DEFAULT_FIXED_COLOR } from '../parts/fixed-color.ts'
import { linearSchemeControl } from '../parts/linear-scheme-control.ts'
import { REGION_CHOICES } from './regions.ts'

type Form = Readonly<Record<string, unknown>>
const isByCountry = (form: Form) => form.color_by === 'country'
const hasBubbles = (form: Form) => form.show_bubbles === true

export const worldMapControls: readonly Control[] = [
  { field: 'entity', kind: 'column', section: 'data', label: 'Countries', isRequired: true },
  {
    field: 'country_fieldtype',
    kind: 'select',
    section: 'data',
    label: 'Countries are written as',
    choices: [
      { value: 'name', label: 'Names' },
      { value: 'cca2', label: 'Codes of two letters, DE' },
      { value: 'cca3', label: 'Codes of three letters, DEU' },
      { value: 'cioc', label: 'Olympic codes, GER' },
    ],
    default: 'cca2',
  },
  metricControl,
  filtersControl,
  rowLimitControl(50_000),
  { ...largestFirstControl, default: false },
  { field: 'show_bubbles', kind: 'toggle', section: 'data', label: 'Bubbles', default: false },
  { field: 'secondary_metric', kind: 'metric', section: 'data', label: 'Size of bubbles', isShown: hasBubbles },
  {
    field: 'color_by',
    kind: 'select',
    section: 'style',
    label: 'Colour by',
    choices: [
      { value: 'metric', label: 'Value' },
      { value: 'country', label: 'Country' },
    ],
    default: 'metric',
  },
  { ...linearSchemeControl, isShown: (form) => !isByCountry(form) },
  { ...colorSchemeControl, isShown: isByCountry },
  {
    field: 'map_region',
    kind: 'select',
    section: 'style',
    label: 'Part of the world',
    choices: REGION_CHOICES,
    default: 'world',
  },
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  { field: 'zoomable', kind: 'toggle', section: 'style', label: 'Can be zoomed and moved', default: true },
  {
    field: 'max_bubble_size',
    kind: 'number',
    section: 'style',
    label: 'Size of the largest bubble',
    range: [1, 100],
    default: 25,
    isShown: hasBubbles,
  },
  {
    field: 'color_picker',
    kind: 'color',
    section: 'style',
    label: 'Colour of bubbles',
    default: DEFAULT_FIXED_COLOR,
    isShown: hasBubbles,
  },
  numberFormatControl('y_axis_format'),
]
