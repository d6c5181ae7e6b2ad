import { metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { LINE_PX, textWidth } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { firstFrame } from '../parts/frame.ts'
import { chosenLinks, endSelection, type Link, linkSelection, linksOf } from '../parts/links.ts'
import { numberFormatter } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { shortened } from '../parts/shortened.ts'
import { FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { type Flow, type FlowNode, flowOf } from './flow.ts'
import type { SankeyOptions } from './options.ts'

const percent = numberFormatter('.1%')
const NODE_PX = 8
const LABEL_GAP = 6
const MOST_LABEL_PX = 160
const LABEL_SHARE = 0.24
const EDGE_PX = 8
const NODE_GAP = 10
/** The share of the height that gaps between the ends of one column may take. */
const GAPS_SHARE = 0.4
const RIBBON = 0.25
const RIBBON_FADED = 0.06
const LISTED = 6

type FlowLink = Flow['links'][number]

export function drawSankey(options: SankeyOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const links = linksOf(options, firstFrame(frames))
  const flow = flowOf(links)
  context.announce?.(flow.nodes.map(({ end }) => end.name))
  const { writeValue } = valueWriters(options.numberFormat, options.currency)
  const byName = new Map<string, FlowNode | FlowLink>([
    ...flow.nodes.map((node) => [node.id, node] as const),
    ...flow.links.map((link) => [linkName(link), link] as const),
  ])
  const label = options.metric ? metricLabel(options.metric) : ''
  return {
    kind: 'echarts',
    summary: summaryOf(flow, writeValue),
    select: ({ name }) => selectionOf(options, byName.get(name)),
    option: {
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ name, color }: { readonly name: string; readonly color: string }) => {
          const mark = byName.get(name)
          if (mark === undefined) return ''
          const { head, value, foot } = told(mark)
          const row = { name: context.titles[label] ?? label, value: writeValue(value), color }
          return tooltipHtml(head, [row], foot, tokens)
        },
      },
      series: [seriesOf(flow, chosenLinks(links, context.selected), context)],
    },
  }
}

/** The library names the mark of a link by its ends. */
const linkName = ({ source, target }: FlowLink) => `${source.id} > ${target.id}`

function seriesOf({ nodes, links }: Flow, chosen: ReadonlySet<Link> | null, context: DrawContext) {
  const tokens = tokensOf(context.theme)
  const columns = Map.groupBy(nodes, ({ depth }) => depth)
  const fullest = Math.max(1, ...[...columns.values()].map((column) => column.length))
  const isLast = (node: FlowNode) => node.out === 0
  const longest = Math.max(0, ...nodes.filter(isLast).map(({ end }) => textWidth(end.name) + LABEL_GAP))
  const room = Math.min(longest, MOST_LABEL_PX, context.width * LABEL_SHARE)
  const right = room + LABEL_GAP + 2
  const step = (context.width - right - EDGE_PX) / Math.max(1, columns.size - 1) - NODE_PX - 2 * LABEL_GAP
  const lit = chosen && new Set(links.filter(({ link }) => chosen.has(link)).flatMap((one) => [one.source, one.target]))
  return {
    type: 'sankey',
    left: EDGE_PX,
    right,
    top: EDGE_PX,
    bottom: EDGE_PX,
    nodeWidth: NODE_PX,
    nodeGap: Math.min(NODE_GAP, (context.height * GAPS_SHARE) / fullest),
    draggable: false,
    emphasis: { focus: 'adjacency' },
    blur: { itemStyle: { opacity: 0.3 }, lineStyle: { opacity: 0.08 } },
    label: { fontFamily: FONT, fontSize: 11, lineHeight: LINE_PX, distance: LABEL_GAP, color: tokens.text },

    labelLayout: { hideOverlap: true },
    data: nodes.map((node) => {
      const color = context.color(node.end.name)
      const name = shortened(node.end.name, isLast(node) ? room : Math.min(MOST_LABEL_PX, step))
      return {
        name: node.id,
        value: node.value,
        itemStyle: { color: lit && !lit.has(node) ? fade(color, 0.28) : color, borderWidth: 0 },
        label: { position: 'right', formatter: () => name },
      }
    }),
    links: links.map((one) => ({
      source: one.source.id,
      target: one.target.id,
      value: one.link.value,
      lineStyle: {
        color: context.color(one.source.end.name),
        opacity: chosen && !chosen.has(one.link) ? RIBBON_FADED : RIBBON,
        curveness: 0.5,
      },
    })),
  }
}

function told(mark: FlowNode | FlowLink) {
  if (!('link' in mark)) return { head: mark.end.name, value: mark.value, foot: null }
  const { link, source, target } = mark
  const shares = [
    `${percent(link.value / source.out)} of ${link.from.name}`,
    `${percent(link.value / target.into)} of ${link.to.name}`,
  ]
  return { head: `${link.from.name} → ${link.to.name}`, value: link.value, foot: shares.join(' · ') }
}

function selectionOf(options: SankeyOptions, mark: FlowNode | FlowLink | undefined): Selection | null {
  if (mark === undefined) return null
  return 'link' in mark ? linkSelection(options, mark.link) : endSelection(options, mark.end, mark.isSource)
}

function summaryOf({ links, nodes, isTwoSided }: Flow, write: (value: number) => string): string {
  if (links.length === 0) return 'Sankey without rows.'
  const largest = links.map(({ link }) => link).toSorted((a, b) => b.value - a.value)
  const shown = largest.slice(0, LISTED).map(({ from, to, value }) => `${from.name} to ${to.name}: ${write(value)}`)
  const sides = isTwoSided ? ' Some flows come back, so sources stand left and targets right.' : ''
  return `Sankey, ${links.length} flows between ${nodes.length} places. ${shown.join('. ')}.${sides}`
}
