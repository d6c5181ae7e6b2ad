import type { Control } from '../chart.ts'
import { seriesDataControls, seriesStyleControls, stackControl } from '../parts/series-controls.ts'

const orientation: Control = {
  field: 'orientation',
  kind: 'select',
  section: 'style',
  label: 'Direction',
  choices: [
    { value: 'vertical', label: 'Upright' },
    { value: 'horizontal', label: 'Ranked, lying' },
  ],
  default: 'vertical',
}
const xSort: Control = {
  field: 'x_axis_sort_asc',
  kind: 'toggle',
  section: 'data',
  label: 'X axis ascending',
  default: true,
}

export const barControls: readonly Control[] = [
  ...seriesDataControls,
  xSort,
  orientation,
  stackControl(['Stack', 'Expand'], null),
  ...seriesStyleControls,
]
