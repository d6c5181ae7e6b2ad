import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  metricControl,
  numberFormatControl,
  rowLimitControl,
} from '../parts/controls.ts'

const isForce = (form: Readonly<Record<string, unknown>>) => (form.layout ?? 'force') === 'force'
const number = (field: string, label: string, range: readonly [number, number], preset: number): Control => ({
  field,
  kind: 'number',
  section: 'style',
  label,
  range,
  default: preset,
})

export const networkControls: readonly Control[] = [
  { field: 'source', kind: 'column', section: 'data', label: 'Source', isRequired: true },
  { field: 'target', kind: 'column', section: 'data', label: 'Target', isRequired: true },
  metricControl,
  { field: 'source_category', kind: 'column', section: 'data', label: 'Colour of sources by', default: null },
  { field: 'target_category', kind: 'column', section: 'data', label: 'Colour of targets by', default: null },
  filtersControl,
  rowLimitControl(100),
  colorSchemeControl,
  {
    field: 'layout',
    kind: 'select',
    section: 'style',
    label: 'Arrangement',
    choices: [
      { value: 'force', label: 'What is linked lies close' },
      { value: 'circular', label: 'In a circle' },
    ],
    default: 'force',
  },
  {
    field: 'edgeSymbol',
    kind: 'select',
    section: 'style',
    label: 'Ends of links',
    choices: [
      { value: 'none,none', label: 'None' },
      { value: 'none,arrow', label: 'Arrow at the target' },
      { value: 'circle,arrow', label: 'Circle and arrow' },
      { value: 'circle,circle', label: 'Circles' },
    ],
    default: 'none,arrow',
  },
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  { field: 'draggable', kind: 'toggle', section: 'style', label: 'Places can be dragged', default: false },
  number('showSymbolThreshold', 'Labels from this value on', [0, 1e15], 0),
  number('baseNodeSize', 'Size of places', [2, 100], 20),
  number('baseEdgeWidth', 'Width of links', [0.5, 20], 3),
  { ...number('edgeLength', 'Length of links', [1, 1000], 400), isShown: isForce },
  { ...number('gravity', 'Pull to the middle', [0, 1], 0.3), isShown: isForce },
  { ...number('repulsion', 'Push between places', [1, 3000], 1000), isShown: isForce },
  numberFormatControl('number_format'),
]
