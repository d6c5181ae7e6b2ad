import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { textWidth } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { mixColors, readableOn } from '../parts/contrast.ts'
import { firstFrame } from '../parts/frame.ts'
import { flatTree, pathOf, type TreeNode, treeOf, treeSelection } from '../parts/group-tree.ts'
import { numberFormatter } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { type ChartTokens, FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import type { TreemapOptions } from './options.ts'

const percent = numberFormatter('.1%')
const UPPER_PX = 20
/** How far the rectangles of a group go towards the ground, so that neighbours differ. */
const PALEST = 0.45
const LISTED = 6
/** The side of a square that holds one line of a few letters, and one that holds two lines. */
const ONE_LINE_PX = 34
const TWO_LINES_PX = 42
const LABEL_INSET = 14

interface Painter {
  readonly options: TreemapOptions
  readonly tokens: ChartTokens
  readonly chosen: ReadonlySet<string> | null
  write(value: number): string
  /** About how wide and high the rectangle of a size is, in pixels. */
  side(size: number): number
}

export function drawTreemap(options: TreemapOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const tree = treeOf(options, firstFrame(frames))
  context.announce?.(tree.map(({ name }) => name))
  const total = tree.reduce((sum, node) => sum + node.size, 0)
  const { writeValue } = valueWriters(options.numberFormat, options.currency)
  const chosen = context.selected && context.selected.length > 0 ? new Set(context.selected.map(String)) : null
  const side = (size: number) => Math.sqrt((size / (total || 1)) * context.width * context.height)
  const painter: Painter = { options, tokens, chosen, write: writeValue, side }
  const byPath = new Map(flatTree(tree).map((node) => [pathOf(node), node]))
  const shown = (node: TreeNode) => `${node.name}: ${writeValue(node.size)}`
  return {
    kind: 'echarts',
    summary:
      tree.length === 0
        ? 'Treemap without rows.'
        : `Treemap, ${tree.length} groups. ${tree.slice(0, LISTED).map(shown).join('. ')}.`,
    select: ({ name }) => treeSelection(options.groupby, byPath.get(name)),
    option: {
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ name, color }: { readonly name: string; readonly color: string }) => {
          const node = byPath.get(name)
          if (node === undefined) return ''
          const row = { name: node.name, value: writeValue(node.size), color }
          return tooltipHtml(node.values.map(String).join(' › '), [row], percent(node.size / total), tokens)
        },
      },
      series: [seriesOf(tree, painter, context)],
    },
  }
}

function seriesOf(tree: readonly TreeNode[], painter: Painter, context: DrawContext) {
  const { tokens } = painter
  return {
    type: 'treemap',
    left: 0,
    top: 0,
    right: 0,
    bottom: 0,
    width: '100%',
    height: '100%',
    roam: false,
    nodeClick: false,
    breadcrumb: { show: false },
    squareRatio: 1.2,
    itemStyle: { borderColor: tokens.surface, borderWidth: 0, gapWidth: 1 },
    label: { fontFamily: FONT, fontSize: 11, overflow: 'truncate', position: [6, 6] },
    upperLabel: { fontFamily: FONT, fontSize: 11, overflow: 'truncate', padding: [0, 6] },
    data: tree.map((node) => nodeOf(node, context.color(node.name), painter)),
  }
}

function nodeOf(node: TreeNode, color: string, painter: Painter): object {
  const { options, tokens, chosen, side } = painter
  const isFaded = chosen !== null && !node.values.some((value) => chosen.has(String(value)))
  const hasChildren = node.children.length > 0
  const text = readableOn(color, tokens.text)
  const label = labelOf(node, painter)
  return {
    name: pathOf(node),
    value: node.size,
    itemStyle: {
      color: isFaded ? fade(color, 0.28) : color,
      ...(hasChildren ? { borderColor: color, borderWidth: 1, gapWidth: 1 } : {}),
    },
    label: {
      show: options.showLabels && !hasChildren && side(node.size) >= ONE_LINE_PX,
      color: text,
      lineHeight: 15,
      formatter: () => label,
    },
    upperLabel: {
      show: options.showUpperLabels && hasChildren,
      height: UPPER_PX,
      color: text,
      formatter: () => label.replace('\n', '  '),
    },
    ...(hasChildren ? { children: childrenOf(node, color, painter) } : {}),
  }
}

/** A figure is there as a whole or not at all, as one that is cut is another one. */
function labelOf({ name, size, children }: TreeNode, { options, write, side }: Painter): string {
  const type = options.labelType ?? 'key_value'
  const figure = write(size)
  if (type === 'value') return figure
  const isRoomy = side(size) >= Math.max(TWO_LINES_PX, textWidth(figure) + LABEL_INSET)
  return type === 'Key' || !(isRoomy || children.length > 0) ? name : `${name}\n${figure}`
}

function childrenOf(node: TreeNode, color: string, painter: Painter): readonly object[] {
  const last = Math.max(1, node.children.length - 1)
  return node.children.map((child, at) =>
    nodeOf(child, mixColors(color, painter.tokens.surface, (at / last) * PALEST), painter),
  )
}
