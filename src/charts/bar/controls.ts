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
/** Places of several series have no one value to stand by. */
const isOneSeries = ({ groupby }: Readonly<Record<string, unknown>>) => !Array.isArray(groupby) || groupby.length === 0
const xSort: readonly Control[] = [
  {
    field: 'x_axis_sort',
    kind: 'axisOrder',
    section: 'data',
    label: 'Order of the x-axis',
    default: null,
    isShown: isOneSeries,
  },
  {
    field: 'x_axis_sort_asc',
    kind: 'toggle',
    section: 'data',
    label: 'X axis ascending',
    default: true,
    isShown: (form) => isOneSeries(form) && form.x_axis_sort != null,
  },
]

export const barControls: readonly Control[] = [
  ...seriesDataControls,
  ...xSort,
  orientation,
  stackControl(['Stack', 'Expand'], null),
  ...seriesStyleControls,
]
