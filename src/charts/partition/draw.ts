import { metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { LINE_PX, textWidth } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { mixColors, readableOn } from '../parts/contrast.ts'
import { firstFrame } from '../parts/frame.ts'
import { type TreeNode, treeOf, treeSelection } from '../parts/group-tree.ts'
import { type NumberFormatter, numberFormatter } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { type Shape, STILL, shapeSeries } from '../parts/shape-series.ts'
import { shortened } from '../parts/shortened.ts'
import { FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { writing } from '../parts/writing.ts'
import { type Band, bandsOf } from './bands.ts'
import type { PartitionOptions } from './options.ts'

const GAP_PX = 1
const PAD_PX = 6
/** How much of the ground shines through, by level. */
const PALER = 0.22
const PALEST = 0.66
const STEP_BACK = 0.28
const LISTED = 6
const percent = numberFormatter(',.1%')

/** Groups as parts of the height, and their parts beside them. */
export function drawPartition(options: PartitionOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const tops = topsOf(options, firstFrame(frames), context)
  const bands = bandsOf(tops, {
    most: options.mostParts ?? 0,
    leastShare: options.leastShare ?? 0,
    isLogarithmic: options.isLogarithmic,
    others: writing().others,
  })
  const whole = tops.reduce((sum, { size }) => sum + size, 0)
  context.announce?.(bands.filter(({ level, node }) => level === 0 && node !== null).map(({ name }) => name))
  const { writeValue } = valueWriters(options.numberFormat, options.currency)
  const levels = bands.reduce((most, { level }) => Math.max(most, level + 1), 1)
  const hasMetricLevel = options.metrics.length > 1
  return {
    kind: 'echarts',
    summary: summaryOf(tops, writeValue),
    select: ({ dataIndex }) => {
      const node = bands[dataIndex]?.node ?? undefined
      return node === undefined ? null : selectionOf(options, node, hasMetricLevel)
    },
    option: {
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ dataIndex }: { readonly dataIndex: number }) => {
          const band = bands[dataIndex]
          if (band === undefined) return ''
          const row = { name: titleOf(options, context), value: writeValue(band.value), color: colorOf(band, context) }
          const way = band.node === null ? band.name : band.node.values.map(String).join(', ')
          return tooltipHtml(way, [row], whole === 0 ? null : percent(band.value / whole), tokens)
        },
      },
      series: [
        shapeSeries(
          'parts',
          bands.map((band) => shapeOf(band, { levels, write: writeValue }, context)),
        ),
      ],
    },
  }
}

const titleOf = ({ metrics }: PartitionOptions, { titles }: DrawContext) => {
  const [label = ''] = metrics.map(metricLabel)
  return metrics.length > 1 ? '' : (titles[label] ?? label)
}

/** The groups of the one metric, or a level of metrics above those of each. */
function topsOf(options: PartitionOptions, frame: Frame, { titles }: DrawContext): readonly TreeNode[] {
  const trees = options.metrics.map((metric) => ({ metric, nodes: treeOf({ ...options, metric }, frame) }))
  if (trees.length < 2) return trees.flatMap(({ nodes }) => nodes)
  return trees.map(({ metric, nodes }) => {
    const label = metricLabel(metric)
    const under = (node: TreeNode): TreeNode => ({
      ...node,
      values: [label, ...node.values],
      children: node.children.map(under),
    })
    return {
      values: [label],
      name: titles[label] ?? label,
      size: nodes.reduce((sum, { size }) => sum + size, 0),
      second: 0,
      children: nodes.map(under),
    }
  })
}

function selectionOf({ groupby }: PartitionOptions, node: TreeNode, hasMetricLevel: boolean) {
  const own = hasMetricLevel ? { ...node, values: node.values.slice(1) } : node
  return own.values.length === 0 ? null : treeSelection(groupby, own)
}

function colorOf({ family, level, node }: Band, context: DrawContext): string {
  const tokens = tokensOf(context.theme)
  if (node === null) return tokens.mute
  return mixColors(context.color(family), tokens.surface, Math.min(PALEST, level * PALER))
}

interface Rules {
  readonly levels: number
  readonly write: NumberFormatter
}

function shapeOf(band: Band, { levels, write }: Rules, context: DrawContext): Shape {
  const tokens = tokensOf(context.theme)
  const wide = context.width / levels
  const box = {
    x: band.level * wide,
    y: band.top * context.height,
    width: Math.max(0, wide - GAP_PX),
    height: Math.max(0.5, band.height * context.height - GAP_PX),
  }
  const color = colorOf(band, context)
  const fill = isFaded(band, context) ? fade(color, STEP_BACK) : color
  const text = isFaded(band, context) ? tokens.text3 : readableOn(color, tokens.text)
  const rect = {
    ...STILL,
    type: 'rect',
    shape: box,
    style: { fill },
    emphasis: { style: { stroke: tokens.text, lineWidth: 1 } },
  }
  return {
    name: band.name,
    value: band.value,
    element: { ...STILL, type: 'group', children: [rect, ...labelsOf(band, box, write(band.value), text)] },
  }
}

/** The name, and the value beside or below it, where there is room for all of it. */
function labelsOf(
  band: Band,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  value: string,
  fill: string,
) {
  if (box.height < LINE_PX - 2) return []
  const room = box.width - 2 * PAD_PX
  const isTall = box.height >= 2 * LINE_PX + 4
  const beside = room - textWidth(value) - PAD_PX
  const name = shortened(band.name, isTall || beside < 40 ? room : beside)
  const y = isTall ? box.y + PAD_PX : box.y + box.height / 2
  const at = { x: box.x + PAD_PX, y, verticalAlign: isTall ? 'top' : 'middle', fill, font: `11px ${FONT}` }
  const text = (style: object) => ({ ...STILL, type: 'text', silent: true, style: { ...at, ...style } })
  if (isTall)
    return [
      text({ text: name, font: `600 11px ${FONT}` }),
      ...(textWidth(value) <= room ? [text({ text: value, y: y + LINE_PX })] : []),
    ]
  if (beside < 40) return [text({ text: name })]
  return [text({ text: name }), text({ text: value, x: box.x + box.width - PAD_PX, align: 'right' })]
}

function isFaded({ node }: Band, { selected }: DrawContext): boolean {
  if (selected === null || selected.length === 0) return false
  const chosen = new Set(selected.map(String))
  return node === null || !node.values.some((value) => chosen.has(String(value)))
}

function summaryOf(tops: readonly TreeNode[], write: NumberFormatter): string {
  if (tops.length === 0) return 'Partition without rows.'
  const told = tops.slice(0, LISTED).map(({ name, size }) => `${name}: ${write(size)}`)
  const more = tops.length > LISTED ? ` ${tops.length - LISTED} more.` : ''
  return `Partition, ${tops.length} ${tops.length === 1 ? 'group' : 'groups'}. ${told.join('. ')}.${more}`
}
