import { defineChart } from '../chart.ts'
import { tableControls } from './controls.ts'
import { drawTable } from './draw.ts'
import { TableOptions } from './options.ts'
import { tableQuery } from './query.ts'

export const table = defineChart({
  id: 'table',
  label: 'Table',
  description: 'Exact figures',
  options: TableOptions,
  controls: tableControls,
  canCrossFilter: true,
  query: tableQuery,
  draw: drawTable,
})
