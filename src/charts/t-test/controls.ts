import type { Control } from '../chart.ts'
import { periodControls } from '../parts/period-controls.ts'

export const tTestControls: readonly Control[] = [
  ...periodControls.map((control) =>
    control.field === 'groupby' ? { ...control, label: 'Groups', isRequired: true } : control,
  ),
  {
    field: 'control_group',
    kind: 'text',
    section: 'data',
    label: 'Compared with',
    help: 'The name of a group; without one, the first',
    default: '',
  },
  {
    field: 'significance_level',
    kind: 'number',
    section: 'style',
    label: 'Significant below',
    range: [0.0001, 0.5],
    default: 0.05,
  },
  { field: 'pvalue_precision', kind: 'number', section: 'style', label: 'Digits of p', range: [0, 12], default: 6 },
  {
    field: 'liftvalue_precision',
    kind: 'number',
    section: 'style',
    label: 'Digits of the lift',
    range: [0, 12],
    default: 4,
  },
]
