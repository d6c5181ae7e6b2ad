import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { valueAxis } from '../parts/axis.ts'
import { mixColors } from '../parts/contrast.ts'
import { type CourseLine, courseLines } from '../parts/course-lines.ts'
import { chosenColor, DEFAULT_FIXED_COLOR } from '../parts/fixed-color.ts'
import { firstFrame } from '../parts/frame.ts'
import type { NumberFormatter } from '../parts/number-format.ts'
import { periodsOf } from '../parts/periods.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { tokensOf } from '../parts/tokens.ts'
import { cycleOf, type Turn, turnsOf } from './cycles.ts'
import type { TimePivotOptions } from './options.ts'
import { measured } from './query.ts'

/** The older a cycle is, the more of the ground is in its colour. */
const PALEST = 0.9
const NAMED = 2

/** Weeks, days or years laid over each other, the latest in front. */
export function drawTimePivot(options: TimePivotOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const { times, rows } = periodsOf(measured(options), firstFrame(frames), context.titles)
  const cycle = cycleOf(options.frequency)
  const { places, turns } = turnsOf(cycle, times, rows[0]?.values ?? [])
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  const latest = chosenColor(options.color, DEFAULT_FIXED_COLOR, tokens.cat[0] ?? '')
  const lines = turns.map((turn, at): CourseLine => {
    const age = turns.length - 1 - at
    const share = turns.length < 2 ? 0 : age / (turns.length - 1)
    const color = age === 0 ? latest : mixColors(tokens.text3, tokens.surface, Math.min(PALEST, 0.1 + share * 0.75))
    return {
      name: turn.name,
      color,
      width: age === 0 ? 2.25 : 1.25,
      opacity: 1,
      values: turn.values,
      isNamed: age < NAMED,
    }
  })
  return {
    kind: 'echarts',
    summary: summaryOf(turns, writeValue),
    select: () => null,
    option: courseLines(
      {
        xs: places,
        lines,
        xAxis: {
          ...valueAxis(tokens, cycle.writePlace),
          min: places[0] ?? 0,
          max: places.at(-1) || 1,
          interval: stepOf(places, context.width),
          splitLine: { show: false },
          axisLine: { show: true, lineStyle: { color: tokens.axis } },
        },
        writeX: cycle.writePlace,
        writeAxis,
        writeValue,
        hasLegend: options.showLegend,
        isConnected: true,
      },
      context,
    ),
  }
}

const LABEL_PX = 72

/** Labels stand at places that there are: so many steps apart that there is room for each. */
function stepOf(places: readonly number[], width: number): number {
  const [first = 0, second = 1] = places
  const step = places
    .slice(1)
    .reduce((least, place, at) => Math.min(least, place - (places[at] ?? 0)), second - first || 1)
  const count = ((places.at(-1) ?? 1) - first) / step
  return step * Math.max(1, Math.ceil((count * LABEL_PX) / Math.max(LABEL_PX, width)))
}

function summaryOf(turns: readonly Turn[], write: NumberFormatter): string {
  const latest = turns.at(-1)
  if (latest === undefined) return 'Time pivot without rows.'
  const known = latest.values.flatMap((value) => value ?? [])
  const sum = known.reduce((a, b) => a + b, 0)
  const told = known.length === 0 ? 'no values' : `${known.length} values, ${write(sum)} together`
  return `Time pivot, ${turns.length} cycles laid over each other. The latest, ${latest.name}: ${told}.`
}
