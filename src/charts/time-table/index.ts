import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawTimeTable } from './draw.ts'
import { TimeTableOptions } from './options.ts'
import { timeTableQuery } from './query.ts'

export const timeTable = defineChart({
  id: 'time_table',
  label: LATER_LABELS.time_table,
  options: TimeTableOptions,
  canCrossFilter: false,
  query: timeTableQuery,
  draw: drawTimeTable,
})
