import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { LINE_PX, textWidth } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { columnOf, firstFrame, groupWriter } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import { numberFormatter, toNumber } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { shortened } from '../parts/shortened.ts'
import { FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import type { FunnelOptions } from './options.ts'

interface Step {
  readonly name: string
  readonly value: number
  readonly keys: readonly unknown[]
  /** Of the first step, of the one before, or of all. */
  readonly share: number
}

const percent = numberFormatter('.1%')
const NARROW_PX = 420
/** Between the edge of a step and its label, with the line there. */
const LINE_TO_LABEL = 28
/** Above and below the steps. */
const BESIDE_PLOT_PX = 16

export function drawFunnel(options: FunnelOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const steps = stepsOf(options, firstFrame(frames))
  const names = steps.map(({ name }) => name)
  context.announce?.(names)
  const { writeValue } = valueWriters(options.numberFormat, options.currency)
  const byName = new Map(steps.map((step) => [step.name, step]))
  const told = (step: Step) => `${step.name}: ${writeValue(step.value)}, ${percent(step.share)}`
  return {
    kind: 'echarts',
    summary:
      steps.length === 0 ? 'Funnel without rows.' : `Funnel, ${steps.length} steps. ${steps.map(told).join('. ')}.`,
    select: ({ name }) => selectionOf(options, byName.get(name)),
    option: {
      legend: options.showLegend ? legendAbove(names, tokens) : { show: false },
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ name, color }: { readonly name: string; readonly color: string }) => {
          const step = byName.get(name)
          if (step === undefined) return ''
          const label = options.metric ? metricLabel(options.metric) : ''
          const row = { name: context.titles[label] ?? label, value: writeValue(step.value), color }
          return tooltipHtml(name, [row], percent(step.share), tokens)
        },
      },
      series: [seriesOf(options, steps, context, writeValue)],
    },
  }
}

function seriesOf(
  options: FunnelOptions,
  steps: readonly Step[],
  context: DrawContext,
  write: (value: number | null) => string,
) {
  const tokens = tokensOf(context.theme)
  const chosen = context.selected && context.selected.length > 0 ? new Set(context.selected.map(String)) : null
  const isFaded = ({ keys }: Step) => chosen !== null && !keys.some((key) => chosen.has(String(key)))
  const isNarrow = context.width < NARROW_PX
  const isBeside = options.showLabels && options.orient !== 'horizontal'
  const share = isNarrow ? 0.42 : 0.32
  const room = isBeside ? context.width * share - LINE_TO_LABEL : context.width / Math.max(1, steps.length)
  // Where steps are lower than two lines, only every so many are named; the others say theirs to the pointer.
  const every = isBeside ? Math.ceil((2 * LINE_PX * steps.length) / Math.max(1, context.height - BESIDE_PLOT_PX)) : 1
  return {
    type: 'funnel',
    left: 8,
    right: isBeside ? context.width * share : 8,
    top: options.showLegend ? LEGEND_HEIGHT + 4 : 8,
    bottom: 8,
    width: 'auto',
    orient: options.orient ?? 'vertical',
    sort: options.sort ?? 'descending',
    gap: Math.max(1, options.gap ?? 0),
    minSize: '2%',
    itemStyle: { borderColor: tokens.surface, borderWidth: 0 },
    emphasis: { label: { fontSize: 11 } },
    label: {
      show: options.showLabels,
      position: options.orient === 'horizontal' ? 'bottom' : 'right',
      fontFamily: FONT,
      rich: {
        a: { color: tokens.text2, fontSize: 11, lineHeight: LINE_PX, fontFamily: FONT, padding: [0, 6, 0, 0] },
        b: { color: tokens.text, fontSize: 11, lineHeight: LINE_PX, fontWeight: 600, fontFamily: FONT },
      },
    },
    labelLine: { length: 12, lineStyle: { color: tokens.axis } },
    data: steps.map((step, at) => {
      const color = context.color(step.name)
      const figures = `${write(step.value)} · ${percent(step.share)}`
      const name = shortened(step.name, room)
      const gap = isNarrow || textWidth(name) + textWidth(figures) > room ? '\n' : ''
      return {
        name: step.name,
        value: step.value,
        itemStyle: { color: isFaded(step) ? fade(color, 0.28) : color },
        label: {
          show: options.showLabels && at % every === 0,
          formatter: () => `{a|${name.replace(/[{}|]/g, ' ')}}${gap}{b|${figures}}`,
        },
        labelLine: { show: isBeside && at % every === 0 },
      }
    }),
  }
}

/** The steps as the funnel shows them, largest first unless it is told otherwise. */
function stepsOf(options: FunnelOptions, frame: Frame): readonly Step[] {
  const names = options.groupby.map(columnLabel)
  const keys = names.map((name) => columnOf(frame, name))
  const nameOf = groupWriter(frame, names)
  const cells = columnOf(frame, options.metric === null ? '' : metricLabel(options.metric)).map(toNumber)
  const found = cells.flatMap((value, row) => {
    if (value === null || value < 0) return []
    const own = keys.map((key) => key[row])
    return [{ name: nameOf(row) || 'All', value, keys: own }]
  })
  const sign = options.sort === 'ascending' ? 1 : -1
  const steps = options.sort === 'none' ? found : found.toSorted((a, b) => sign * (a.value - b.value))
  const total = steps.reduce((sum, step) => sum + step.value, 0)
  const wholeOf = (at: number) => {
    if (options.percentOf === 'total') return total
    return (options.percentOf === 'prev_step' ? steps[Math.max(0, at - 1)] : steps[0])?.value ?? 0
  }
  return steps.map((step, at) => ({ ...step, share: wholeOf(at) === 0 ? 0 : step.value / wholeOf(at) }))
}

function selectionOf(options: FunnelOptions, step: Step | undefined): Selection | null {
  if (step === undefined || options.groupby.length === 0) return null
  const filters = options.groupby.map((column, at) => ({
    column: columnLabel(column),
    values: [step.keys[at] ?? null],
  }))
  return { filters, label: step.name }
}
