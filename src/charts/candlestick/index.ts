import { defineChart } from '../chart.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawCandlestick } from './draw.ts'
import { CandlestickOptions } from './options.ts'
import { candlestickQuery } from './query.ts'

export const candlestick = defineChart({
  id: 'candlestick',
  label: RARE_LABELS.candlestick,
  options: CandlestickOptions,
  canCrossFilter: false,
  query: candlestickQuery,
  draw: drawCandlestick,
})
