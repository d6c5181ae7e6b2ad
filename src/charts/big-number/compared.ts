import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawComparedNumber } from './compared-draw.ts'
import { ComparedNumberOptions } from './compared-options.ts'
import { comparedNumberQuery } from './compared-query.ts'

/** A figure beside what it was at an earlier time. */
export const comparedNumber = defineChart({
  id: 'pop_kpi',
  label: LATER_LABELS.pop_kpi,
  options: ComparedNumberOptions,
  canCrossFilter: false,
  query: comparedNumberQuery,
  draw: drawComparedNumber,
})
