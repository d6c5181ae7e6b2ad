import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { LINE_PX, textWidth } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { columnOf, firstFrame, groupWriter } from '../parts/frame.ts'
import { exactNumber, numberFormatter, toNumber } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { shortened } from '../parts/shortened.ts'
import { type ChartTokens, FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { totalTitle } from '../parts/total-title.ts'
import { writing } from '../parts/writing.ts'
import type { PieOptions } from './options.ts'

interface Part {
  readonly name: string
  readonly value: number
  readonly raw: unknown
  readonly keys: readonly unknown[]
  readonly isOther: boolean
}

const MAX_PARTS = 5
const percent = numberFormatter('.1%')
const wholePercent = numberFormatter('.0%')

export function drawPie(options: PieOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const parts = capParts(partsOf(options, firstFrame(frames)))
  context.announce?.(parts.filter((part) => !part.isOther).map((part) => part.name))
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  const write = (part: Part) =>
    typeof part.raw === 'string' && !part.isOther ? exactNumber(part.raw) : writeValue(part.value)
  const label = options.metric ? metricLabel(options.metric) : ''
  const metricTitle = context.titles[label] ?? label
  const byName = new Map(parts.map((part) => [part.name, part]))
  const shareOf = (part: Part) => (total === 0 ? 0 : part.value / total)
  return {
    kind: 'echarts',
    summary: summaryOf(parts, write, shareOf),
    select: (event) => selection(options, byName.get(event.name)),
    option: {
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ name, color }: { name: string; color: string }) => {
          const part = byName.get(name)
          if (!part) return ''
          return tooltipHtml(name, [{ name: metricTitle, value: write(part), color }], percent(shareOf(part)), tokens)
        },
      },
      title: options.showTotal ? totalTitle(writeAxis(total), tokens) : { show: false },
      series: [
        pieSeries(
          options,
          parts,
          context,
          (part) => labelOf(options, part, write(part), wholePercent(shareOf(part)), context),
          shareOf,
        ),
      ],
    },
  }
}

function partsOf(options: PieOptions, frame: Frame): readonly Part[] {
  const names = options.groupby.map(columnLabel)
  const keyColumns = names.map((name) => columnOf(frame, name))
  const nameOf = groupWriter(frame, names, options.timeFormat)
  const cells = columnOf(frame, options.metric ? metricLabel(options.metric) : '')
  return cells.flatMap((raw, row) => {
    const value = toNumber(raw)
    if (value === null || value < 0) return []
    const keys = keyColumns.map((column) => column[row])
    return [{ name: nameOf(row) || 'All', value, raw, keys, isOther: false }]
  })
}

/** At most five parts; what is smaller is one part called Other, unless only one would be left for it. */
function capParts(parts: readonly Part[]): readonly Part[] {
  if (parts.length <= MAX_PARTS + 1) return parts
  const sorted = parts.toSorted((a, b) => b.value - a.value)
  const rest = sorted.slice(MAX_PARTS)
  const value = rest.reduce((sum, part) => sum + part.value, 0)
  return [
    ...sorted.slice(0, MAX_PARTS),
    { name: writing().others(rest.length), value, raw: value, keys: [], isOther: true },
  ]
}

function selection(options: PieOptions, part: Part | undefined): Selection | null {
  if (part === undefined || part.isOther || options.groupby.length === 0) return null
  const filters = options.groupby.map((column, index) => ({
    column: columnLabel(column),
    values: [part.keys[index] ?? null],
  }))
  return { filters, label: part.name }
}

/** Room beside the pie that a name and a number fit into, one behind the other. */
const ROOM_FOR_A_LINE = 120

/** What stands between a name and its number: a new line where there is little room, as a number that is cut is another one. */
const gapOf = (options: PieOptions, context: DrawContext): string =>
  roomOf(options, context) < ROOM_FOR_A_LINE ? '\n' : ''

/** What lies between the pie and the edge. */
const roomOf = (options: PieOptions, { width, height }: DrawContext): number =>
  width / 2 - (Math.min(width, height) / 2) * (outerOf(options, width) / 100)

/** In less width a pie leaves more of it to names. */
const NARROW_PX = 360

/** Outer radius in percent of the shorter side's half. */
const outerOf = ({ showLabels }: PieOptions, width: number): number => (!showLabels ? 84 : width < NARROW_PX ? 64 : 72)

const LINE_AND_GAPS_PX = 28

/** The name gives way to the number, which is there as a whole. */
function labelOf(options: PieOptions, part: Part, value: string, share: string, context: DrawContext): string {
  const kind = options.labelType ?? 'key_percent'
  const gap = gapOf(options, context)
  const strong = [kind.includes('value') ? value : '', kind.includes('percent') ? share : '']
    .filter(Boolean)
    .join(' · ')
  const room = roomOf(options, context) - LINE_AND_GAPS_PX - (gap === '' ? textWidth(strong) : 0)
  const name = kind.startsWith('key') ? `{a|${shortened(part.name, room).replace(/[{}|]/g, ' ')}}` : ''
  return [name, strong && `{b|${strong}}`].filter(Boolean).join(gap)
}

function pieSeries(
  options: PieOptions,
  parts: readonly Part[],
  context: DrawContext,
  label: (part: Part) => string,
  shareOf: (part: Part) => number,
) {
  const tokens = tokensOf(context.theme)
  const chosen = context.selected && context.selected.length > 0 ? new Set(context.selected.map(String)) : null
  const isFaded = (part: Part) => chosen !== null && !part.keys.some((key) => chosen.has(String(key)))
  const outer = outerOf(options, context.width)
  return {
    type: 'pie',
    radius: options.isDonut ? [`${outer * 0.66}%`, `${outer}%`] : [0, `${outer}%`],
    center: ['50%', '50%'],
    startAngle: 90,
    minAngle: 2,
    roseType: options.rose ?? undefined,
    avoidLabelOverlap: true,
    data: parts.map((part) => {
      const color = part.isOther ? tokens.mute : context.color(part.name)
      const isLabelled = options.showLabels && shareOf(part) * 100 >= (options.labelThreshold ?? 0)
      return {
        name: part.name,
        value: part.value,
        itemStyle: { color: isFaded(part) ? fade(color, 0.28) : color },
        label: isLabelled ? { formatter: label(part) } : { show: false },
        labelLine: { show: isLabelled },
      }
    }),
    itemStyle: { borderColor: tokens.surface, borderWidth: 1.5 },
    label: { show: true, fontFamily: FONT, rich: richLabel(tokens) },
    labelLine: { length: gapOf(options, context) === '' ? 6 : LINE_PX, length2: 6, lineStyle: { color: tokens.axis } },
    emphasis: { scale: false },
  }
}

const richLabel = (tokens: ChartTokens) => ({
  a: { color: tokens.text2, fontSize: 11, lineHeight: LINE_PX, fontFamily: FONT, padding: [0, 9, 0, 0] },
  b: { color: tokens.text, fontSize: 11, lineHeight: LINE_PX, fontWeight: 600, fontFamily: FONT },
})

function summaryOf(parts: readonly Part[], write: (part: Part) => string, shareOf: (part: Part) => number): string {
  if (parts.length === 0) return 'Pie chart without rows.'
  return `Pie chart, ${parts.length} parts. ${parts.map((part) => `${part.name}: ${write(part)}, ${percent(shareOf(part))}`).join('. ')}.`
}
