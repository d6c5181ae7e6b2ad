import { defineChart } from '../chart.ts'
import { periodsQuery } from '../parts/periods.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawTTest } from './draw.ts'
import { TTestOptions } from './options.ts'

export const tTest = defineChart({
  id: 'paired_ttest',
  label: RARE_LABELS.paired_ttest,
  options: TTestOptions,
  canCrossFilter: false,
  query: periodsQuery,
  draw: drawTTest,
})
