import { columnLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { timeAxis } from '../parts/axis.ts'
import { type CourseLine, courseLines } from '../parts/course-lines.ts'
import { firstFrame } from '../parts/frame.ts'
import { numberFormatter, SMART_NUMBER } from '../parts/number-format.ts'
import { groupsOf, type PeriodRow, periodsOf, type Value } from '../parts/periods.ts'
import { timeInFull, timeOnAxis } from '../parts/time-format.ts'
import { tokensOf } from '../parts/tokens.ts'
import type { PercentChangeOptions } from './options.ts'

const LISTED = 6
const STEP_BACK = 0.25
const change = numberFormatter('+,.1%')
const shortChange = (value: number | null) => (value === 0 ? writeZero(value) : writeShort(value))
const writeZero = numberFormatter(',.0%')
const writeShort = numberFormatter('+,.0%')

/** Lines of how much more or less there is than at the first time. */
export function drawPercentChange(
  options: PercentChangeOptions,
  frames: readonly Frame[],
  context: DrawContext,
): Drawing {
  const tokens = tokensOf(context.theme)
  const { times, rows } = periodsOf(options, firstFrame(frames), context.titles)
  context.announce?.(rows.map(({ name }) => name))
  const isUsual = options.numberFormat === null || options.numberFormat === SMART_NUMBER
  const write = isUsual ? change : numberFormatter(options.numberFormat)
  const chosen = context.selected && context.selected.length > 0 ? new Set(context.selected.map(String)) : null
  const lines = rows.map((row): CourseLine => {
    const isFaded = chosen !== null && !row.keys.some((key) => chosen.has(String(key)))
    return {
      name: row.name,
      color: context.color(row.name),
      width: 1.75,
      opacity: isFaded ? STEP_BACK : 1,
      values: changesOf(row.values),
      isNamed: true,
    }
  })
  const writeX = timeInFull(options.timeFormat, options.timeGrain)
  return {
    kind: 'echarts',
    summary: summaryOf(lines, times, writeX),
    select: ({ seriesName }) =>
      selectionOf(
        options,
        rows.find(({ name }) => name === seriesName),
      ),
    option: courseLines(
      {
        xs: times,
        lines,
        xAxis: timeAxis(tokens, timeOnAxis(options.timeFormat, options.timeGrain)),
        writeX,
        writeAxis: isUsual ? shortChange : write,
        writeValue: write,
        hasLegend: options.showLegend,
      },
      context,
    ),
  }
}

/** Each value against the first that is there and not zero. */
function changesOf(values: readonly Value[]): readonly Value[] {
  const first = values.find((value) => value !== null && value !== 0) ?? null
  return values.map((value) => (value === null || first === null ? null : (value - first) / Math.abs(first)))
}

function selectionOf(options: PercentChangeOptions, row: PeriodRow | undefined): Selection | null {
  const groups = groupsOf(options)
  if (row === undefined || groups.length === 0) return null
  const filters = groups.map((column, at) => ({ column: columnLabel(column), values: [row.keys[at] ?? null] }))
  return { filters, label: row.name }
}

function summaryOf(lines: readonly CourseLine[], times: readonly number[], writeX: (ms: number) => string): string {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return 'Change in per cent without rows.'
  const told = lines
    .slice(0, LISTED)
    .map(({ name, values }) => `${name}: ${change(values.findLast((value) => value !== null) ?? null)}`)
  const more = lines.length > LISTED ? ` ${lines.length - LISTED} more.` : ''
  return `Change in per cent from ${writeX(first)} to ${writeX(last)}. ${told.join('. ')}.${more}`
}
