import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { labelStyle, textWidth } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { columnOf, firstFrame, groupWriter } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import { type NumberFormatter, toNumber } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { shortened } from '../parts/shortened.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import type { RadarOptions } from './options.ts'

interface Profile {
  readonly name: string
  readonly keys: readonly unknown[]
  /** One for each axis. */
  readonly values: readonly (number | null)[]
}
interface Axis {
  readonly name: string
  readonly min: number
  readonly max: number
}

const LISTED = 6
/** More profiles than these are lines alone: areas would hide each other, and values would stand on other lines. */
const MOST_FILLED = 6
/** Around the shape for the names of the axes, and for the values at their ends. */
const NAME_PX = 24
const VALUE_PX = 14
const NAME_SHARE = 0.28

/** Draws a profile for each group: a shape over an axis for each metric. */
export function drawRadar(options: RadarOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const profiles = profilesOf(options, firstFrame(frames))
  const axes = axesOf(options, profiles, context)
  const names = profiles.map(({ name }) => name)
  context.announce?.(names)
  const hasLegend = options.showLegend && profiles.length > 1
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  return {
    kind: 'echarts',
    summary: summaryOf(profiles, axes, writeValue),
    select: ({ dataIndex }) => selectionOf(options, profiles[dataIndex]),
    option: {
      legend: hasLegend ? legendAbove(names, tokens) : { show: false },
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ dataIndex }: { readonly dataIndex: number }) => {
          const profile = profiles[dataIndex]
          if (profile === undefined) return ''
          const color = context.color(profile.name)
          const rows = axes.map(({ name }, at) => ({ name, value: writeValue(profile.values[at] ?? null), color }))
          return tooltipHtml(profile.name, rows, null, tokens)
        },
      },
      radar: webOf(options, axes, context, {
        top: hasLegend ? LEGEND_HEIGHT : 0,
        gap: hasLabels(options, profiles) ? VALUE_PX : 0,
      }),
      series: [seriesOf(options, profiles, context, writeAxis)],
    },
  }
}

const hasLabels = ({ showLabels }: RadarOptions, profiles: readonly Profile[]) =>
  showLabels && profiles.length <= MOST_FILLED

function profilesOf(options: RadarOptions, frame: Frame): readonly Profile[] {
  const names = options.groupby.map(columnLabel)
  const keys = names.map((name) => columnOf(frame, name))
  const nameOf = groupWriter(frame, names, options.timeFormat)
  const cells = labelsOf(options).map((label) => columnOf(frame, label).map(toNumber))
  return Array.from({ length: frame.rowCount }, (_, row) => ({
    name: nameOf(row) || 'All',
    keys: keys.map((key) => key[row]),
    values: cells.map((column) => column[row] ?? null),
  }))
}

const labelsOf = ({ metrics }: RadarOptions) => [...new Set(metrics.map(metricLabel))]

/** An axis begins at zero, or below where a value is, and ends at the largest value, unless it is set. */
function axesOf(options: RadarOptions, profiles: readonly Profile[], { titles }: DrawContext): readonly Axis[] {
  return labelsOf(options).map((label, at) => {
    const values = profiles.flatMap((profile) => profile.values[at] ?? [])
    const range = options.ranges[label]
    const min = range?.min ?? values.reduce((a, b) => Math.min(a, b), 0)
    const max = range?.max ?? values.reduce((a, b) => Math.max(a, b), 0)
    return { name: titles[label] ?? label, min, max: max > min ? max : min + 1 }
  })
}

/** The axes and the lines between them, as large as their names leave room for. */
function webOf(
  { isCircle }: RadarOptions,
  axes: readonly Axis[],
  { width, height, theme }: DrawContext,
  { top, gap }: { readonly top: number; readonly gap: number },
) {
  const tokens = tokensOf(theme)
  const room = Math.min(Math.max(0, ...axes.map(({ name }) => textWidth(name))), width * NAME_SHARE)
  const radius = Math.max(8, Math.min((height - top) / 2 - NAME_PX - gap, width / 2 - room - gap - 8))
  return {
    indicator: axes.map(({ name, min, max }) => ({ name: shortened(name, room), min, max })),
    shape: isCircle ? 'circle' : 'polygon',
    center: [width / 2, top + (height - top) / 2],
    radius,
    splitNumber: 4,
    axisNameGap: 8 + gap,
    axisName: labelStyle(tokens),
    axisLine: { lineStyle: { color: tokens.grid } },
    splitLine: { lineStyle: { color: tokens.grid } },
    splitArea: { show: false },
  }
}

function seriesOf(options: RadarOptions, profiles: readonly Profile[], context: DrawContext, write: NumberFormatter) {
  const chosen = context.selected && context.selected.length > 0 ? new Set(context.selected.map(String)) : null
  const isFaded = ({ keys }: Profile) => chosen !== null && !keys.some((key) => chosen.has(String(key)))
  return {
    type: 'radar',
    id: 'profiles',
    symbolSize: 5,
    label: hasLabels(options, profiles) ? labelOf(options, profiles, write, tokensOf(context.theme)) : undefined,
    labelLayout: { hideOverlap: true },
    emphasis: { focus: 'self' },
    data: profiles.map((profile) => {
      const color = fade(context.color(profile.name), isFaded(profile) ? 0.28 : 1)
      const area = profiles.length <= MOST_FILLED && !isFaded(profile) ? 0.1 : 0
      return {
        name: profile.name,
        value: [...profile.values],
        itemStyle: { color },
        lineStyle: { color, width: profiles.length <= MOST_FILLED ? 1.75 : 1 },
        areaStyle: { color: context.color(profile.name), opacity: area },
      }
    }),
  }
}

function labelOf(
  { labelType, labelPosition }: RadarOptions,
  profiles: readonly Profile[],
  write: NumberFormatter,
  tokens: ChartTokens,
) {
  return {
    show: true,
    position: labelPosition ?? 'top',
    ...labelStyle(tokens),
    color: tokens.text2,
    formatter: ({
      dataIndex,
      dimensionIndex = 0,
    }: {
      readonly dataIndex: number
      readonly dimensionIndex?: number
    }) => {
      const profile = profiles[dataIndex]
      const value = profile?.values[dimensionIndex]
      if (profile === undefined || value == null) return ''
      return labelType === 'key_value' ? `${profile.name}: ${write(value)}` : write(value)
    },
  }
}

function selectionOf(options: RadarOptions, profile: Profile | undefined): Selection | null {
  if (profile === undefined || options.groupby.length === 0) return null
  const filters = options.groupby.map((column, at) => ({
    column: columnLabel(column),
    values: [profile.keys[at] ?? null],
  }))
  return { filters, label: profile.name }
}

function summaryOf(profiles: readonly Profile[], axes: readonly Axis[], write: NumberFormatter): string {
  if (profiles.length === 0) return 'Radar without rows.'
  const told = ({ name, values }: Profile) =>
    `${name}: ${axes.map((axis, at) => `${axis.name} ${write(values[at] ?? null)}`).join(', ')}`
  const more = profiles.length > LISTED ? ` ${profiles.length - LISTED} more.` : ''
  const count = `${profiles.length} ${profiles.length === 1 ? 'profile' : 'profiles'}`
  return `Radar, ${count}. ${profiles.slice(0, LISTED).map(told).join('. ')}.${more}`
}
