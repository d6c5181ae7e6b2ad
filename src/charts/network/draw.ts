import { metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { LINE_PX } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { firstFrame } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import { chosenLinks, endSelection, type Link, linkSelection } from '../parts/links.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { shortened } from '../parts/shortened.ts'
import { FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { fitted, forcePlaces, type Point } from './force.ts'
import { type Graph, type GraphNode, graphOf } from './graph.ts'
import type { NetworkOptions } from './options.ts'

/** The least and the most of a size, as parts of the one that is set. */
const SIZES = [0.4, 1.6] as const
const WIDTHS = [0.35, 1.2] as const
/** The largest place takes at most this share of the room that each has. */
const MOST_SHARE = 0.35
/** How strong links are drawn, by how many there are. */
const STRONGEST = 0.7
const FAINTEST = 0.2
const MANY = 7
const MOST_LABEL_PX = 110
const LABEL_SHARE = 0.3
const EDGE_PX = 10
const LISTED = 6
/** In a circle, links bend towards its middle; elsewhere two that go there and back stand side by side. */
const INWARDS = 0.3
const SIDE_BY_SIDE = 0.12

export function drawNetwork(options: NetworkOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const graph = graphOf(options, firstFrame(frames))
  context.announce?.(graph.categories)
  const { writeValue } = valueWriters(options.numberFormat, options.currency)
  const nodes = new Map(graph.nodes.map((node) => [node.end.name, node]))
  const links = new Map(graph.links.map((link) => [linkName(link), link]))
  const label = options.metric ? metricLabel(options.metric) : ''
  const hasCategories = options.sourceCategory !== null || options.targetCategory !== null
  const legend = options.showLegend && hasCategories && graph.categories.length > 0
  return {
    kind: 'echarts',
    summary: summaryOf(graph, writeValue),
    select: ({ name }) => selectionOf(options, nodes.get(name), links.get(name)),
    option: {
      legend: legend ? legendAbove(graph.categories, tokens) : { show: false },
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ name, color }: { readonly name: string; readonly color: string }) => {
          const link = links.get(name)
          const node = nodes.get(name)
          const mark = node ?? link
          if (mark === undefined) return ''
          const head = link === undefined || node !== undefined ? name : `${link.from.name} → ${link.to.name}`
          const row = { name: context.titles[label] ?? label, value: writeValue(mark.value), color }
          return tooltipHtml(head, [row], hasCategories && node ? node.category : null, tokens)
        },
      },
      series: [seriesOf(options, graph, legend ? LEGEND_HEIGHT : 0, context)],
    },
  }
}

/** The library names the mark of a link by its ends. */
const linkName = ({ from, to }: Link) => `${from.name} > ${to.name}`

function seriesOf(options: NetworkOptions, { nodes, links, categories }: Graph, top: number, context: DrawContext) {
  const tokens = tokensOf(context.theme)
  const chosen = chosenLinks(links, context.selected)
  const lit = chosen && new Set([...chosen].flatMap(({ from, to }) => [from.name, to.name]))
  const room = Math.min(MOST_LABEL_PX, context.width * LABEL_SHARE)
  const most = mostSize(options, context, nodes.length)
  const half = most / 2
  const box = {
    x: EDGE_PX + Math.max(half, room / 2),
    y: top + EDGE_PX + half,
    width: Math.max(1, context.width - 2 * (EDGE_PX + Math.max(half, room / 2))),
    height: Math.max(1, context.height - top - 2 * (EDGE_PX + half) - LINE_PX),
  }
  const places = fitted(placesOf(options, nodes, links), box)
  const sizeOf = between(nodes, SIZES, most / SIZES[1])
  const widthOf = between(links, WIDTHS, options.edgeWidth ?? 3)
  const [start = 'none', end = 'none'] = (options.edgeSymbol ?? 'none,none').split(',')
  const strength = Math.min(STRONGEST, Math.max(FAINTEST, MANY / Math.sqrt(Math.max(1, links.length))))
  const place = new Map(nodes.map(({ end: { name } }, at) => [name, at]))
  const isCircle = options.layout === 'circular'
  return {
    type: 'graph',
    // As large as what it holds, so that places stay where they are computed.
    ...frameOf(places),
    layout: 'none',
    roam: false,
    draggable: options.isDraggable,
    categories: categories.map((name) => ({ name, itemStyle: { color: context.color(name) } })),
    edgeSymbol: [start, end],
    edgeSymbolSize: 6,
    emphasis: { focus: 'adjacency' },
    label: { show: true, position: 'bottom', distance: 3, fontFamily: FONT, fontSize: 11, color: tokens.text },
    labelLayout: { hideOverlap: true },
    data: nodes.map((node, at) => {
      const color = context.color(node.category)
      const name = shortened(node.end.name, room)
      return {
        name: node.end.name,
        value: node.value,
        x: places[at]?.x ?? 0,
        y: places[at]?.y ?? 0,
        symbolSize: sizeOf(node),
        category: categories.indexOf(node.category),
        itemStyle: { color: lit && !lit.has(node.end.name) ? fade(color, 0.28) : color },
        label: { show: node.value >= (options.labelsFrom ?? 0), formatter: () => name },
      }
    }),
    links: links.map((link) => ({
      source: link.from.name,
      target: link.to.name,
      value: link.value,
      lineStyle: {
        width: widthOf(link),
        color: tokens.axis,
        opacity: chosen && !chosen.has(link) ? FAINTEST / 2 : strength,
        curveness: isCircle ? inwards(places, place, link) : SIDE_BY_SIDE,
      },
    })),
  }
}

function placesOf(options: NetworkOptions, nodes: readonly GraphNode[], links: readonly Link[]): readonly Point[] {
  if (options.layout === 'circular') {
    const angle = (at: number) => (2 * Math.PI * at) / nodes.length - Math.PI / 2
    return nodes.map((_, at) => ({ x: Math.cos(angle(at)), y: Math.sin(angle(at)) }))
  }
  const place = new Map(nodes.map(({ end }, at) => [end.name, at]))
  const pairs = links.map(({ from, to }) => [place.get(from.name) ?? 0, place.get(to.name) ?? 0] as const)
  const rules = {
    edgeLength: Math.max(1, options.edgeLength ?? 400),
    gravity: Math.max(0, options.gravity ?? 0.3),
    repulsion: Math.max(1, options.repulsion ?? 1000) / 100,
  }
  return forcePlaces(nodes.length, pairs, rules)
}

/** The sides of what some points take. The library takes a side without length for two pixels. */
function frameOf(points: readonly Point[]) {
  const [left, width] = sideOf(points.map(({ x }) => x))
  const [top, height] = sideOf(points.map(({ y }) => y))
  return { left, top, width, height }
}

function sideOf(numbers: readonly number[]): readonly [number, number] {
  const from = numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const to = numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  if (!Number.isFinite(from)) return [0, 2]
  return to === from ? [from - 1, 2] : [from, to - from]
}

/** How a link bends, so that it does so towards the middle of all places. */
function inwards(places: readonly Point[], place: ReadonlyMap<string, number>, { from, to }: Link): number {
  const { left, top, width, height } = frameOf(places)
  const [start, end] = [places[place.get(from.name) ?? 0], places[place.get(to.name) ?? 0]]
  if (start === undefined || end === undefined) return INWARDS
  const middle = { x: left + width / 2 - (start.x + end.x) / 2, y: top + height / 2 - (start.y + end.y) / 2 }
  return middle.x * (end.y - start.y) + middle.y * (start.x - end.x) >= 0 ? INWARDS : -INWARDS
}

/** How large the largest place is. */
const mostSize = ({ nodeSize }: NetworkOptions, { width, height }: DrawContext, count: number) =>
  Math.min(Math.max(2, nodeSize ?? 20) * SIZES[1], Math.sqrt((width * height) / Math.max(1, count)) * MOST_SHARE)

/** Sizes between two parts of a whole: the area of a mark, or the width of a line, follows its value. */
function between(all: readonly { readonly value: number }[], [least, most]: readonly [number, number], whole: number) {
  const top = all.reduce((so, { value }) => Math.max(so, value), 0)
  return ({ value }: { readonly value: number }) => whole * (least + (most - least) * Math.sqrt(value / (top || 1)))
}

function selectionOf(options: NetworkOptions, node: GraphNode | undefined, link: Link | undefined): Selection | null {
  if (node !== undefined) return endSelection(options, node.end, node.isSource)
  return link === undefined ? null : linkSelection(options, link)
}

function summaryOf({ nodes, links }: Graph, write: (value: number) => string): string {
  if (links.length === 0) return 'Network without rows.'
  const largest = nodes.toSorted((a, b) => b.value - a.value).slice(0, LISTED)
  const told = largest.map(({ end, value }) => `${end.name}: ${write(value)}`)
  return `Network, ${links.length} links between ${nodes.length} places. ${told.join('. ')}.`
}
