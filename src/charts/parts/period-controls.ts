import type { Control } from '../chart.ts'
import {
  filtersControl,
  groupbyControl,
  metricsControl,
  rowLimitControl,
  sortByControl,
  timeGrainControl,
} from './controls.ts'
import { seriesLimitControl } from './series-controls.ts'

/** The data of types that show metrics of groups over time; their time column has the name that older charts have. */
export const periodControls: readonly Control[] = [
  { field: 'granularity_sqla', kind: 'timeColumn', section: 'data', label: 'Time', isRequired: true },
  timeGrainControl,
  metricsControl,
  groupbyControl,
  filtersControl,
  seriesLimitControl,
  sortByControl,
  rowLimitControl(50_000),
]
