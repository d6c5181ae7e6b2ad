import { textWidth } from './axis.ts'
import { readableColor } from './contrast.ts'
import { type ChartTokens, FONT } from './tokens.ts'

/** Up to this many lines carry their name at their end. */
export const MAX_DIRECT_LABELS = 6
export const LEGEND_HEIGHT = 28
const MAX_END_WIDTH = 140

export function legendAbove(names: readonly string[], tokens: ChartTokens) {
  return {
    show: true,
    type: 'scroll',
    data: [...names],
    icon: 'roundRect',
    itemWidth: 8,
    itemHeight: 8,
    itemGap: 12,
    top: 0,
    left: 0,
    right: 0,
    padding: [3, 0],
    textStyle: { color: tokens.text2, fontSize: 11, fontFamily: FONT },
    // Marks of bars that are stacked would inherit the line around them and shrink.
    itemStyle: { borderWidth: 0 },
    inactiveColor: tokens.textDisabled,
    pageIconColor: tokens.text2,
    pageIconInactiveColor: tokens.textDisabled,
    pageIconSize: 10,
    pageTextStyle: { color: tokens.text3, fontSize: 11, fontFamily: FONT },
  }
}

/** Room at the right for the names at the ends of the lines. */
export function endLabelRoom(names: readonly string[], width: number): number {
  const longest = Math.max(0, ...names.map(textWidth))
  return Math.min(longest + 16, MAX_END_WIDTH, Math.floor(width / 3))
}

export interface LineEnd {
  readonly name: string
  readonly at: readonly [unknown, number]
  /** The colour of the line. */
  readonly color: string
  readonly isFaded: boolean
}

/** Where the names at the ends of lines may stand: so wide at the right, and no lower than the axis. */
export interface EndLabelPlace {
  readonly room: number
  readonly lowest: number
}

/** Names at the ends of lines in the colours of the lines, moved apart where they would meet. */
// A series of its own: ECharts 6.1 moves neither its end labels nor labels of moveOverlap (measured).
export function endLabels(ends: readonly LineEnd[], { room, lowest }: EndLabelPlace, tokens: ChartTokens) {
  const fromTop = ends.toSorted((a, b) => b.at[1] - a.at[1])
  return {
    type: 'scatter',
    id: 'ends',
    name: 'ends',
    silent: true,
    animation: false,
    symbolSize: 0,
    tooltip: { show: false },
    labelLayout: spreadDown(
      fromTop.map(({ at }) => at[0]),
      lowest,
    ),
    data: fromTop.map(({ name, at, color, isFaded }) => ({
      value: [...at],
      label: {
        formatter: () => name,
        color: isFaded ? tokens.text3 : readableColor(color, tokens.surface, tokens.text),
      },
    })),
    label: {
      show: true,
      position: 'right',
      distance: 6,
      fontSize: 11,
      fontFamily: FONT,
      ...(room >= MAX_END_WIDTH ? { width: room - 8, overflow: 'truncate' } : {}),
    },
  }
}

const LINE_HEIGHT = 13

interface PlacedLabel {
  readonly dataIndex?: number
  readonly labelRect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/**
 * Labels come from the top: each stands at its own height or right below those before that it would meet, but leaves
 * room above the lowest place for those that follow at the same end.
 */
function spreadDown(ends: readonly unknown[], lowest: number) {
  let placed: { readonly left: number; readonly right: number; readonly y: number }[] = []
  return ({ dataIndex = 0, labelRect }: PlacedLabel) => {
    if (dataIndex === 0) placed = []
    const { x, width } = labelRect
    const met = placed.filter(({ left, right }) => left < x + width && x < right)
    const free = Math.max(labelRect.y + labelRect.height / 2, ...met.map((one) => one.y + LINE_HEIGHT))
    const following = ends.slice(dataIndex + 1).filter((end) => end === ends[dataIndex]).length
    const y = Math.min(free, lowest - following * LINE_HEIGHT)
    placed.push({ left: x, right: x + width, y })
    return { x, y, align: 'left', verticalAlign: 'middle' }
  }
}
