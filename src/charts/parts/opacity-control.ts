import type { Control } from '../chart.ts'

export const opacityControl = (value: number): Control => ({
  field: 'opacity',
  kind: 'number',
  section: 'style',
  label: 'Opacity',
  range: [0, 1],
  default: value,
})
