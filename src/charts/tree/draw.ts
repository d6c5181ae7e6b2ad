import { metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { LINE_PX, labelStyle, textWidth } from '../parts/axis.ts'
import { firstFrame } from '../parts/frame.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { shortened } from '../parts/shortened.ts'
import { tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { depthOf, leavesOf, sizeOf, type TreeNode, treeOf } from './nodes.ts'
import type { TreeOptions } from './options.ts'

/** A larger tree begins with what is next to its root; the rest unfolds by a click. */
const MANY = 150
const MOST_NAME_PX = 140
const EDGE_PX = 12

/** A tree of nodes that each name the one above them. */
export function drawTree(options: TreeOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const tree = treeOf(options, firstFrame(frames))
  const { writeValue } = valueWriters(options.numberFormat, null)
  const metric = options.metric === null ? null : metricLabel(options.metric)
  return {
    kind: 'echarts',
    summary: summaryOf(tree),
    select: () => null,
    option: {
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        triggerOn: 'mousemove',
        formatter: ({ name, data }: { readonly name: string; readonly data?: { readonly amount?: number | null } }) => {
          const title = metric === null ? null : (context.titles[metric] ?? metric)
          const rows =
            title === null ? [] : [{ name: title, value: writeValue(data?.amount ?? null), color: tokens.cat[0] ?? '' }]
          return tooltipHtml(name, rows, null, tokens)
        },
      },
      series: tree === null ? [] : [seriesOf(options, tree.root, context)],
    },
  }
}

interface MadeNode {
  readonly name: string
  readonly amount: number | null
  readonly label: { readonly show: boolean; formatter(): string }
  readonly children?: readonly MadeNode[]
}

function seriesOf(options: TreeOptions, root: TreeNode, context: DrawContext) {
  const tokens = tokensOf(context.theme)
  const room = roomOf(options, root, context)
  const ends = endsOf(options, root, context)
  const made = ({ id, name, value, children }: TreeNode): MadeNode => ({
    name,
    amount: value,
    label: { show: children.length > 0 || ends.isShown(id), formatter: () => shortened(name, room.name) },
    ...(children.length > 0 ? { children: children.map(made) } : {}),
  })
  const color = tokens.cat[0]
  const label = { ...labelStyle(tokens), color: tokens.text, distance: 6 }
  const isRadial = options.layout === 'radial'
  const size = sizeOf(root)
  return {
    type: 'tree',
    id: 'tree',
    layout: options.layout,
    orient: options.orient,
    symbol: options.symbol ?? 'emptyCircle',
    symbolSize: options.symbolSize ?? 7,
    roam: options.isMovable ? 'move' : false,
    initialTreeDepth: size > MANY ? Math.min(2, depthOf(root)) : -1,
    expandAndCollapse: size > MANY || context.height < size * 4,
    ...room.box,
    label: isRadial ? label : { ...label, ...sideOf(options.nodeLabels) },
    leaves: { label: isRadial ? label : { ...label, ...sideOf(room.leafSide), fontSize: ends.fontPx } },
    itemStyle: { color, borderColor: color, borderWidth: 1.5 },
    lineStyle: { color: tokens.axis, width: 1, curveness: 0.5 },
    emphasis: { focus: options.emphasis ?? 'descendant', lineStyle: { color: tokens.accent, width: 1.5 } },
    data: [made(root)],
  }
}

const LEAST_FONT_PX = 8
const FONT_PX = 11

/** How large the names at the ends are written, and which of them are where not all fit. */
function endsOf({ layout, orient }: TreeOptions, root: TreeNode, { height }: DrawContext) {
  const leaves = sizeOf(root) > MANY ? [] : leavesOf(root)
  const px = (height - 4 * EDGE_PX) / Math.max(1, leaves.length)
  const isLying = layout !== 'radial' && (orient === 'LR' || orient === 'RL')
  if (!isLying || px >= FONT_PX) return { fontPx: FONT_PX, isShown: () => true }
  const every = Math.ceil((LEAST_FONT_PX + 1) / px)
  const shown = new Set(leaves.filter((_, at) => at % every === 0).map(({ id }) => id))
  return { fontPx: Math.max(LEAST_FONT_PX, Math.floor(px)), isShown: (id: string) => shown.size === 0 || shown.has(id) }
}

/** Names beside a mark begin or end there; above and below it they stand in the middle. */
function sideOf(side: TreeOptions['nodeLabels']) {
  if (side === 'left') return { position: 'left', align: 'right', verticalAlign: 'middle' }
  if (side === 'right') return { position: 'right', align: 'left', verticalAlign: 'middle' }
  return { position: side ?? 'bottom', align: 'center', verticalAlign: side === 'top' ? 'bottom' : 'top' }
}

/** Room around the marks for the names that stand at the root and at the ends. */
function roomOf(options: TreeOptions, root: TreeNode, { width, height }: DrawContext) {
  const name = nameRoom(options, depthOf(root), width)
  const widest = Math.min(
    name,
    leavesOf(root).reduce((most, leaf) => Math.max(most, textWidth(leaf.name)), 0),
  )
  const first = Math.min(name, textWidth(root.name))
  if (options.layout === 'radial') {
    const side = EDGE_PX + widest
    return { name, leafSide: options.leafLabels, box: { left: side, right: side, top: side, bottom: side } }
  }
  const isLying = options.orient === 'LR' || options.orient === 'RL'
  const start = sideRoom(options.nodeLabels, options.orient === 'RL' ? 'right' : 'left', first)
  const leafSide = leafSideOf(options, root, height)
  const end = sideRoom(leafSide, options.orient === 'RL' ? 'left' : 'right', widest)
  const [left, right] = options.orient === 'RL' ? [end, start] : [start, end]
  if (!isLying) return { name, leafSide, box: { left: 2 * EDGE_PX, right: 2 * EDGE_PX, top: 24, bottom: 24 } }
  return { name, leafSide, box: { left, right, top: EDGE_PX, bottom: 2 * EDGE_PX } }
}

const LEAST_NAME_PX = 32
/** A mark with the distance of names to it. */
const MARK_PX = 20

/** How wide names may be: those on lying levels fit in between, with one beside the tree on each side. */
function nameRoom({ layout, orient }: TreeOptions, depth: number, width: number): number {
  const isLying = layout !== 'radial' && (orient === 'LR' || orient === 'RL')
  if (!isLying) return Math.min(MOST_NAME_PX, width / Math.max(3, depth + 1))
  const free = width - 2 * EDGE_PX - depth * MARK_PX
  return Math.max(LEAST_NAME_PX, Math.min(MOST_NAME_PX, free / (depth + 2)))
}

type Side = NonNullable<TreeOptions['leafLabels']>

/** Names below marks that stand close to each other would lie on them: they stand beside. */
function leafSideOf({ orient, leafLabels }: TreeOptions, root: TreeNode, height: number): Side {
  const side = leafLabels ?? 'bottom'
  const isLying = orient === 'LR' || orient === 'RL'
  if (!isLying || side === 'left' || side === 'right') return side
  return height / Math.max(1, leavesOf(root).length) < 2 * LINE_PX ? (orient === 'RL' ? 'left' : 'right') : side
}

const sideRoom = (side: TreeOptions['nodeLabels'], outside: Side, px: number) =>
  side === outside ? px + EDGE_PX : px / 2 + EDGE_PX

function summaryOf(tree: ReturnType<typeof treeOf>): string {
  if (tree === null) return 'Tree without rows.'
  const { root, left } = tree
  const top = root.children.slice(0, 6).map(({ name }) => name)
  const below = top.length === 0 ? '' : ` Below ${root.name}: ${top.join(', ')}.`
  const rest = left > 0 ? ` ${left} more have no way to it.` : ''
  return `Tree, ${sizeOf(root)} nodes on ${depthOf(root) + 1} levels.${below}${rest}`
}
