import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { periodsQuery } from '../parts/periods.ts'
import { drawTimeTable } from './draw.ts'
import { TimeTableOptions } from './options.ts'

export const timeTable = defineChart({
  id: 'time_table',
  label: LATER_LABELS.time_table,
  options: TimeTableOptions,
  canCrossFilter: false,
  query: periodsQuery,
  draw: drawTimeTable,
})
