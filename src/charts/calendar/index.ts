import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawCalendar } from './draw.ts'
import { CalendarOptions } from './options.ts'
import { calendarQuery } from './query.ts'

export const calendar = defineChart({
  id: 'cal_heatmap',
  label: LATER_LABELS.cal_heatmap,
  options: CalendarOptions,
  canCrossFilter: false,
  query: calendarQuery,
  draw: drawCalendar,
})
