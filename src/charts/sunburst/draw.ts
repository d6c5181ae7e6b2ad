import { metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { LINE_PX, textWidth } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { mixColors, readableOn } from '../parts/contrast.ts'
import { firstFrame } from '../parts/frame.ts'
import { flatTree, pathOf, type TreeNode, treeOf, treeSelection } from '../parts/group-tree.ts'
import { colorAt, linearColors } from '../parts/linear-schemes.ts'
import { numberFormatter } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { shortened } from '../parts/shortened.ts'
import { FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { totalTitle } from '../parts/total-title.ts'
import type { SunburstOptions } from './options.ts'

const percent = numberFormatter('.1%')
/** The hole and the whole, as shares of half of the shorter side. */
const HOLE = 0.24
const HOLE_WITH_TOTAL = 0.4
const EDGE = 0.97
/** How far each further ring goes towards the ground, and how far the last part of a group. */
const PALER_RING = 0.22
const PALEST = 0.3
const FADED = 0.28
const LISTED = 6
const LABEL_INSET = 10

interface Painter {
  readonly total: number
  readonly surface: string
  readonly text: string
  readonly isFaded: (node: TreeNode) => boolean
  /** What is written on a part, or nothing where there is no room for it. */
  readonly labelOf: (node: TreeNode) => string
  /** The colour of a part by its second metric; null where groups have colours. */
  readonly measured: ((node: TreeNode) => string) | null
}

export function drawSunburst(options: SunburstOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const tree = treeOf(options, firstFrame(frames))
  const nodes = flatTree(tree)
  const measured = measuredColors(options, nodes, context)
  if (measured === null) context.announce?.(tree.map(({ name }) => name))
  const total = tree.reduce((sum, { size }) => sum + size, 0)
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  const chosen = context.selected && context.selected.length > 0 ? new Set(context.selected.map(String)) : null
  const painter: Painter = {
    total,
    surface: tokens.surface,
    text: tokens.text,
    isFaded: ({ values }) => chosen !== null && !values.some((value) => chosen.has(String(value))),
    labelOf: labelWriter(options, { nodes, total, context, write: writeValue }),
    measured,
  }
  const byPath = new Map(nodes.map((node) => [pathOf(node), node]))
  const told = (node: TreeNode) => `${node.name}: ${writeValue(node.size)}, ${percent(node.size / total)}`
  return {
    kind: 'echarts',
    summary:
      tree.length === 0
        ? 'Sunburst without rows.'
        : `Sunburst, ${tree.length} groups. ${tree.slice(0, LISTED).map(told).join('. ')}.`,
    select: ({ name }) => treeSelection(options.groupby, byPath.get(name)),
    option: {
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ name, color }: { readonly name: string; readonly color: string }) => {
          const node = byPath.get(name)
          if (node === undefined) return ''
          const second = secondRow(options, node, context, writeValue)
          const rows = [{ name: node.name, value: writeValue(node.size), color }, ...second]
          return tooltipHtml(wayTo(node, byPath), rows, percent(node.size / total), tokens)
        },
      },
      title: options.showTotal && tree.length > 0 ? totalTitle(writeAxis(total), tokens) : { show: false },
      series: [
        {
          type: 'sunburst',
          radius: [`${holeOf(options) * 100}%`, `${EDGE * 100}%`],
          nodeClick: false,
          sort: null,
          itemStyle: { borderColor: tokens.surface, borderWidth: 1.5 },
          emphasis: { focus: 'ancestor' },
          label: { fontFamily: FONT, fontSize: 11, lineHeight: LINE_PX, minAngle: 0 },
          data: tree.map((node) => nodeOf(node, context.color(node.name), painter)),
        },
      ],
    },
  }
}

const holeOf = ({ showTotal }: SunburstOptions) => (showTotal ? HOLE_WITH_TOTAL : HOLE)

function nodeOf(node: TreeNode, color: string, painter: Painter): object {
  const own = painter.measured?.(node) ?? color
  const label = painter.labelOf(node)
  const isFaded = painter.isFaded(node)
  const ground = isFaded ? mixColors(own, painter.surface, 1 - FADED) : own
  return {
    name: pathOf(node),
    value: node.size,
    itemStyle: { color: isFaded ? fade(own, FADED) : own },
    label: {
      show: label !== '',
      rotate: node.size >= painter.total ? 0 : 'radial',
      color: readableOn(ground, painter.text),
      formatter: () => label,
    },
    ...(node.children.length > 0 ? { children: childrenOf(node, color, painter) } : {}),
  }
}

function childrenOf(node: TreeNode, color: string, painter: Painter): readonly object[] {
  const ring = mixColors(color, painter.surface, PALER_RING)
  const last = Math.max(1, node.children.length - 1)
  return node.children.map((child, at) =>
    nodeOf(child, mixColors(ring, painter.surface, (at / last) * PALEST), painter),
  )
}

/** Colours by the share that the second metric is of the first, from the least share to the most. */
function measuredColors(
  { metric, secondMetric, scheme }: SunburstOptions,
  nodes: readonly TreeNode[],
  { theme }: DrawContext,
): Painter['measured'] {
  if (secondMetric === null || metric === null || metricLabel(secondMetric) === metricLabel(metric)) return null
  const shares = nodes.map(shareOf)
  const least = shares.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const most = shares.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const colors = linearColors(scheme, theme)
  return (node) => colorAt(colors, most === least ? 1 : (shareOf(node) - least) / (most - least))
}

const shareOf = ({ size, second }: TreeNode) => second / size

interface LabelRules {
  readonly nodes: readonly TreeNode[]
  readonly total: number
  readonly context: DrawContext
  readonly write: (value: number) => string
}

/** Labels of parts that have the share which is asked for, and room for a line along their ring. */
function labelWriter(options: SunburstOptions, { nodes, total, context, write }: LabelRules): Painter['labelOf'] {
  const half = Math.min(context.width, context.height) / 2
  const hole = half * holeOf(options)
  const rings = nodes.reduce((most, { values }) => Math.max(most, values.length), 1)
  const ring = (half * EDGE - hole) / rings
  const room = ring - LABEL_INSET
  return (node) => {
    const share = node.size / total
    const arc = 2 * Math.PI * share * (hole + ring * (node.values.length - 0.5))
    if (!options.showLabels || share * 100 < (options.labelsFrom ?? 0) || arc < LINE_PX) return ''
    const figure = textWidth(write(node.size)) <= room ? write(node.size) : ''
    if (options.labelType === 'value') return figure
    const name = shortened(node.name, room)
    return options.labelType === 'key_value' && figure !== '' && arc >= 2 * LINE_PX ? `${name}\n${figure}` : name
  }
}

function secondRow(
  { secondMetric }: SunburstOptions,
  node: TreeNode,
  { titles }: DrawContext,
  write: (value: number) => string,
) {
  if (secondMetric === null) return []
  const label = metricLabel(secondMetric)
  return [
    { name: titles[label] ?? label, value: `${write(node.second)} · ${percent(shareOf(node))}`, color: 'transparent' },
  ]
}

/** The names from the middle to a part. */
const wayTo = ({ values }: TreeNode, byPath: ReadonlyMap<string, TreeNode>) =>
  values.map((_, at) => byPath.get(JSON.stringify(values.slice(0, at + 1)))?.name ?? '').join(' › ')
