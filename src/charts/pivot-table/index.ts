import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawPivotTable } from './draw.ts'
import { PivotTableOptions } from './options.ts'
import { pivotTableQuery, pivotTotalsQuery } from './query.ts'

export const pivotTable = defineChart({
  id: 'pivot_table_v2',
  label: LATER_LABELS.pivot_table_v2,
  options: PivotTableOptions,
  canCrossFilter: true,
  query: pivotTableQuery,
  totals: pivotTotalsQuery,
  draw: drawPivotTable,
})
