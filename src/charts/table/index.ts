import { defineChart } from '../chart.ts'
import { drawTable } from './draw.ts'
import { TableOptions } from './options.ts'
import { tableQuery } from './query.ts'

export const table = defineChart({
  id: 'table',
  label: 'Table',
  options: TableOptions,
  canCrossFilter: true,
  query: tableQuery,
  draw: drawTable,
})
