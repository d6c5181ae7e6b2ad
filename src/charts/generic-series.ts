import { bar } from './bar/index.ts'
import { defineChart } from './chart.ts'
import { line } from './line/index.ts'
import { asRecord } from './parts/form-options.ts'
import { LATER_LABELS } from './parts/later-labels.ts'

type GenericOptions =
  | { readonly shape: 'bar'; readonly options: ReturnType<typeof bar.options.parse> }
  | { readonly shape: 'line'; readonly options: ReturnType<typeof line.options.parse> }

/** A chart over an axis whose settings say what it is drawn with: lines of any shape, points, areas or bars. */
export const genericSeries = defineChart({
  id: 'echarts_timeseries',
  label: LATER_LABELS.echarts_timeseries,
  options: {
    parse: (form): GenericOptions =>
      asRecord(form)?.seriesType === 'bar'
        ? { shape: 'bar', options: bar.options.parse(form) }
        : { shape: 'line', options: line.options.parse(form) },
  },
  canCrossFilter: true,
  query: ({ shape, options }) => (shape === 'bar' ? bar.query(options) : line.query(options)),
  draw: ({ shape, options }, frames, context) =>
    shape === 'bar' ? bar.draw(options, frames, context) : line.draw(options, frames, context),
})
