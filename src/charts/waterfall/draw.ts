import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { categoryAxis, plotArea, textWidth, valueAxis } from '../parts/axis.ts'
import { titled } from '../parts/axis-title.ts'
import { fade } from '../parts/color-schemes.ts'
import { chosenColor, type FixedColor } from '../parts/fixed-color.ts'
import { firstFrame } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import type { NumberFormatter } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { writing } from '../parts/writing.ts'
import { USUAL_COLORS } from './colors.ts'
import type { WaterfallOptions } from './options.ts'
import { placeLabels } from './place-labels.ts'
import { type Step, type StepKind, stepsOf } from './steps.ts'

interface Kind {
  readonly id: StepKind
  readonly name: string
  readonly color: string
}
type Side = 'above' | 'below'
interface Point {
  readonly dataIndex: number
}

const LISTED = 6
const AXIS_WIDTH = 48

/** Draws how a sum arises: bars that begin where the one before ends, and the sum. */
export function drawWaterfall(options: WaterfallOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const kinds = kindsOf(options, tokens)
  const steps = stepsOf(options, firstFrame(frames), kinds[2].name)
  const shown = kinds.filter(({ id }) => steps.some(({ kind }) => kind === id))
  const { writeAxis, writeValue } = valueWriters(options.yAxisFormat, options.currency)
  const labels = steps.map(({ label }) => label)
  const label = options.showValue ? valueLabel(steps, writeAxis, context) : null
  const hasTitle = options.yAxisTitle !== null
  return {
    kind: 'echarts',
    summary: summaryOf(steps, writeValue),
    select: () => null,
    option: {
      grid: plotArea({
        top: (options.showLegend ? LEGEND_HEIGHT : 10) + (options.showValue ? 10 : 0) + (hasTitle ? 16 : 0),
        right: 4,
        bottom: options.xAxisTitle === null ? 4 : 22,
      }),
      legend: options.showLegend
        ? legendAbove(
            shown.map(({ name }) => name),
            tokens,
          )
        : { show: false },
      tooltip: tooltipOf(steps, kinds, writeValue, tokens),
      xAxis: {
        ...categoryAxis(tokens, labels, placeLabels(steps, context.width)),
        ...titled(options.xAxisTitle, 'middle', tokens),
      },
      yAxis: { ...valueAxis(tokens, writeAxis), ...titled(options.yAxisTitle, 'end', tokens) },
      series: [groundSeries(steps), ...shown.flatMap((kind) => barSeries(kind, steps, label))],
    },
  }
}

/** Increases, decreases and totals, with their names and colours. */
function kindsOf(options: WaterfallOptions, tokens: ChartTokens): readonly [Kind, Kind, Kind] {
  const { word, total } = writing()
  const [up = '', down = '', sum = ''] = [tokens.cat[6], tokens.cat[1], tokens.cat[9]]
  const colorOf = (id: StepKind, chosen: FixedColor | null, own: string) => chosenColor(chosen, USUAL_COLORS[id], own)
  return [
    {
      id: 'increase',
      name: options.increaseLabel ?? word('Increase'),
      color: colorOf('increase', options.increaseColor, up),
    },
    {
      id: 'decrease',
      name: options.decreaseLabel ?? word('Decrease'),
      color: colorOf('decrease', options.decreaseColor, down),
    },
    { id: 'total', name: options.totalLabel ?? total, color: colorOf('total', options.totalColor, sum) },
  ]
}

/** Bars are stacked from zero, above and below, on what nobody sees. */
function groundSeries(steps: readonly Step[]) {
  return {
    type: 'bar',
    id: 'ground',
    name: 'ground',
    stack: 'all',
    silent: true,
    itemStyle: { color: 'transparent' },
    emphasis: { disabled: true },
    data: steps.map(({ from, to }) => Math.max(0, Math.min(from, to)) + Math.min(0, Math.max(from, to))),
  }
}

/** The part of a kind's bars above zero, and the part below. */
function barSeries(kind: Kind, steps: readonly Step[], label: ((side: Side) => object) | null) {
  return (['above', 'below'] as const satisfies readonly Side[]).map((side) => ({
    type: 'bar',
    id: `${kind.id} ${side}`,
    name: kind.name,
    stack: 'all',
    barMaxWidth: 48,
    barCategoryGap: '20%',
    itemStyle: { color: kind.color },
    data: steps.map((step) => (step.kind === kind.id ? heightOf(step, side) : null)),
    label: label?.(side),
    labelLayout: { hideOverlap: true },
  }))
}

/** Null where nothing of a bar is on a side; a bar without a height stands above. */
function heightOf({ from, to }: Step, side: Side): number | null {
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  const height = side === 'above' ? Math.max(0, high) - Math.max(0, low) : Math.min(0, low) - Math.min(0, high)
  return height === 0 && (side === 'below' || from !== to) ? null : height
}

/** What a bar changes, at its far end; nothing where it would stand on the next bar. */
function valueLabel(steps: readonly Step[], write: NumberFormatter, { width, theme }: DrawContext) {
  const room = (width - AXIS_WIDTH) / Math.max(1, steps.length)
  const textOf = (step: Step, side: Side) => {
    const isHere = side === (Math.max(step.from, step.to) > 0 || step.from === step.to ? 'above' : 'below')
    const text = write(changeOf(step))
    return isHere && textWidth(text) <= room ? text : ''
  }
  return (side: Side) => ({
    show: true,
    position: side === 'above' ? 'top' : 'bottom',
    distance: 3,
    color: tokensOf(theme).text2,
    fontSize: 11,
    formatter: ({ dataIndex }: Point) => {
      const step = steps[dataIndex]
      return step === undefined ? '' : textOf(step, side)
    },
  })
}

const changeOf = (step: Step) => step.to - step.from

function tooltipOf(steps: readonly Step[], kinds: readonly Kind[], write: NumberFormatter, tokens: ChartTokens) {
  return {
    ...tooltipBox(tokens),
    trigger: 'axis',
    axisPointer: { type: 'shadow', shadowStyle: { color: fade(tokens.text, 0.05) } },
    formatter: (input: Point | readonly Point[]) => {
      const [point] = [input].flat() as Point[]
      const step = steps[point?.dataIndex ?? -1]
      const kind = kinds.find(({ id }) => id === step?.kind)
      if (step === undefined || kind === undefined) return ''
      const row = { name: kind.name, value: write(changeOf(step)), color: kind.color }
      return tooltipHtml(
        step.title,
        [row],
        step.kind === 'total' ? null : `${kinds[2]?.name}: ${write(step.to)}`,
        tokens,
      )
    },
  }
}

function summaryOf(steps: readonly Step[], write: NumberFormatter): string {
  const [first, ...rest] = steps.filter(({ kind }) => kind !== 'total')
  if (first === undefined) return 'Waterfall without rows.'
  const changes = [first, ...rest]
  const told = changes.slice(0, LISTED).map((step) => `${step.title}: ${write(changeOf(step))}`)
  const more = changes.length > LISTED ? ` ${changes.length - LISTED} more.` : ''
  const end = write((changes.at(-1) ?? first).to)
  return `Waterfall, ${changes.length} ${rest.length === 0 ? 'step' : 'steps'} to ${end}. ${told.join('. ')}.${more}`
}
