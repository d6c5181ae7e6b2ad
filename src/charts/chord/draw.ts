import { metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { textWidth } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { firstFrame } from '../parts/frame.ts'
import { chosenLinks, endSelection, type Link, type LinkEnd, linkSelection, linksOf } from '../parts/links.ts'
import type { NumberFormatter } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { shortened } from '../parts/shortened.ts'
import { FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import type { ChordOptions } from './options.ts'

/** An end of links: all that goes out of it and comes in. */
interface Node {
  readonly end: LinkEnd
  readonly isSource: boolean
  readonly value: number
}

const MOST_NAME_PX = 120
const EDGE_PX = 10
const RING_PX = 10
const STEP_BACK = 0.08
const LISTED = 6

/** What goes between the places on a ring. */
export function drawChord(options: ChordOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const links = linksOf(options, firstFrame(frames))
  const nodes = nodesOf(links)
  context.announce?.(nodes.map(({ end }) => end.name))
  const { writeValue } = valueWriters(options.numberFormat, options.currency)
  const byName = new Map(nodes.map((node) => [node.end.name, node]))
  const byEnds = new Map(links.map((link) => [linkName(link), link]))
  const label = options.metric === null ? '' : metricLabel(options.metric)
  return {
    kind: 'echarts',
    summary: summaryOf(links, nodes, writeValue),
    select: ({ name }) => {
      const link = byEnds.get(name)
      const node = byName.get(name)
      if (node !== undefined) return endSelection(options, node.end, node.isSource)
      return link === undefined ? null : linkSelection(options, link)
    },
    option: {
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ name, color }: { readonly name: string; readonly color: string }) => {
          const mark = byName.get(name) ?? byEnds.get(name)
          if (mark === undefined) return ''
          const head = 'end' in mark ? name : `${mark.from.name} → ${mark.to.name}`
          return tooltipHtml(
            head,
            [{ name: context.titles[label] ?? label, value: writeValue(mark.value), color }],
            null,
            tokens,
          )
        },
      },
      series: links.length === 0 ? [] : [seriesOf(links, nodes, context)],
    },
  }
}

/** The library names the mark of a link by its ends. */
const linkName = ({ from, to }: Link) => `${from.name} > ${to.name}`

function nodesOf(links: readonly Link[]): readonly Node[] {
  const uses = links.flatMap((link) => [
    { end: link.from, isSource: true, value: link.value },
    { end: link.to, isSource: false, value: link.value },
  ])
  const groups = [...Map.groupBy(uses, ({ end }) => end.name).values()]
  return groups.flatMap((own): Node[] => {
    const [first] = own
    const source = own.find(({ isSource }) => isSource)
    if (first === undefined) return []
    return [
      {
        end: (source ?? first).end,
        isSource: source !== undefined,
        value: own.reduce((sum, { value }) => sum + value, 0),
      },
    ]
  })
}

function seriesOf(links: readonly Link[], nodes: readonly Node[], context: DrawContext) {
  const tokens = tokensOf(context.theme)
  const chosen = chosenLinks(links, context.selected)
  const lit = chosen && new Set([...chosen].flatMap(({ from, to }) => [from.name, to.name]))
  const room = Math.min(MOST_NAME_PX, context.width / 4, Math.max(0, ...nodes.map(({ end }) => textWidth(end.name))))
  const radius = Math.max(20, Math.min(context.width / 2 - room - EDGE_PX, context.height / 2 - 2 * EDGE_PX - RING_PX))
  const strength = context.theme === 'dark' ? 0.4 : 0.3
  return {
    type: 'chord',
    id: 'chord',
    center: ['50%', '50%'],
    radius: [Math.max(8, radius - RING_PX), radius],
    padAngle: nodes.length > 40 ? 1 : 3,
    minAngle: 1,
    label: { show: true, position: 'outside', distance: 6, color: tokens.text2, fontSize: 11, fontFamily: FONT },
    labelLayout: { hideOverlap: true },
    emphasis: { focus: 'adjacency' },
    data: nodes.map(({ end, value }) => {
      const color = context.color(end.name)
      return {
        name: end.name,
        value,
        itemStyle: { color: lit && !lit.has(end.name) ? fade(color, 0.28) : color },
        label: { formatter: () => shortened(end.name, room) },
      }
    }),
    links: links.map((link) => ({
      source: link.from.name,
      target: link.to.name,
      value: link.value,
      lineStyle: { color: 'source', opacity: chosen && !chosen.has(link) ? STEP_BACK : strength },
    })),
  }
}

function summaryOf(links: readonly Link[], nodes: readonly Node[], write: NumberFormatter): string {
  if (links.length === 0) return 'Chord diagram without rows.'
  const largest = links.toSorted((a, b) => b.value - a.value).slice(0, LISTED)
  const told = largest.map(({ from, to, value }) => `${from.name} to ${to.name}: ${write(value)}`)
  return `Chord diagram, ${links.length} links between ${nodes.length} places. ${told.join('. ')}.`
}
