import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  largestFirstControl,
  metricControl,
  numberFormatControl,
  rowLimitControl,
} from '../parts/controls.ts'
import { LARGEST_PX, SMALLEST_PX } from './draw.ts'

export const wordCloudControls: readonly Control[] = [
  { field: 'series', kind: 'column', section: 'data', label: 'Words', isRequired: true },
  metricControl,
  filtersControl,
  rowLimitControl(100),
  largestFirstControl,
  colorSchemeControl,
  {
    field: 'size_from',
    kind: 'number',
    section: 'style',
    label: 'Smallest letters',
    help: 'Pixels. All of them shrink where the words need more room than there is.',
    range: [1, 200],
    default: SMALLEST_PX,
  },
  {
    field: 'size_to',
    kind: 'number',
    section: 'style',
    label: 'Largest letters',
    range: [1, 200],
    default: LARGEST_PX,
  },
  {
    field: 'rotation',
    kind: 'select',
    section: 'style',
    label: 'Direction',
    choices: [
      { value: 'flat', label: 'Level' },
      { value: 'square', label: 'Level and upright' },
      { value: 'random', label: 'In every direction' },
    ],
    default: 'square',
  },
  numberFormatControl('number_format'),
]
