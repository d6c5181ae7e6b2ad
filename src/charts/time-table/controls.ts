import type { Control } from '../chart.ts'
import { filtersControl, groupbyControl, metricsControl, rowLimitControl, timeGrainControl } from '../parts/controls.ts'

export const timeTableControls: readonly Control[] = [
  { field: 'granularity_sqla', kind: 'timeColumn', section: 'data', label: 'Time', isRequired: true },
  timeGrainControl,
  metricsControl,
  { ...groupbyControl, label: 'Rows' },
  { field: 'column_collection', kind: 'periodColumns', section: 'data', label: 'Columns', default: [] },
  filtersControl,
  rowLimitControl(50_000),
]
