import type { Control } from '../chart.ts'
import { filtersControl, numberFormatControl, rowLimitControl } from '../parts/controls.ts'

type Form = Readonly<Record<string, unknown>>
const isOrthogonal = (form: Form) => (form.layout ?? 'orthogonal') === 'orthogonal'

const column = (field: string, label: string, more: Partial<Control> = {}): Control => ({
  field,
  kind: 'column',
  section: 'data',
  label,
  ...more,
})
const choice = (field: string, label: string, choices: Readonly<Record<string, string>>, preset: string): Control => ({
  field,
  kind: 'select',
  section: 'style',
  label,
  choices: Object.entries(choices).map(([value, name]) => ({ value, label: name })),
  default: preset,
})
const SIDES = { left: 'Left', right: 'Right', top: 'Above', bottom: 'Below' } as const

export const treeControls: readonly Control[] = [
  column('id', 'Node', { isRequired: true }),
  column('parent', 'Node above it', { isRequired: true }),
  column('name', 'Name of the node', { default: null }),
  { field: 'root_node_id', kind: 'text', section: 'data', label: 'Node at the top', default: '' },
  { field: 'metric', kind: 'metric', section: 'data', label: 'Metric' },
  filtersControl,
  rowLimitControl(1000),
  choice('layout', 'Arrangement', { orthogonal: 'Side by side', radial: 'In a circle' }, 'orthogonal'),
  {
    ...choice('orient', 'Grows', { LR: 'To the right', RL: 'To the left', TB: 'Downwards', BT: 'Upwards' }, 'LR'),
    isShown: isOrthogonal,
  },
  { ...choice('node_label_position', 'Names of nodes', SIDES, 'left'), isShown: isOrthogonal },
  { ...choice('child_label_position', 'Names at the ends', SIDES, 'bottom'), isShown: isOrthogonal },
  choice(
    'emphasis',
    'A node that is pointed at shows',
    { ancestor: 'The way to it', descendant: 'What is below it' },
    'descendant',
  ),
  choice(
    'symbol',
    'Marks',
    {
      emptyCircle: 'Rings',
      circle: 'Circles',
      rect: 'Squares',
      triangle: 'Triangles',
      diamond: 'Diamonds',
      pin: 'Pins',
      arrow: 'Arrows',
      none: 'None',
    },
    'emptyCircle',
  ),
  { field: 'symbolSize', kind: 'number', section: 'style', label: 'Size of marks', range: [2, 30], default: 7 },
  numberFormatControl('number_format'),
]
